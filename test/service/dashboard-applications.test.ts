import { beforeEach, describe, expect, it } from 'vitest';
import { builtAssets } from './built-assets.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { hour, publicUrl } from './test-application.ts';
import { atOnce, inTurn, readError, readJson, readStatus, redirectQuery } from './world.ts';

const script = '<script>alert(1)</script>';

let operator: TestOperator;

beforeEach(async () => {
  operator = await createOperator();
});

const ask = (fields: object) =>
  operator.post('applications', { name: 'Shop', environment: 'test', ...fields });

const register = async (fields: object = {}) =>
  (await readJson(ask(fields))) as { client_id: string; client_secret: string };

const find = (clientId = 'test_app') => readJson(operator.get(`applications/${clientId}`));

/** True if the secret is accepted: 401 means a wrong secret, 400 a wrong code. */
const isSecretValid = async (client_id: string, client_secret: string) => {
  const response = await operator.service.exchange({ client_id, client_secret, code: 'none' });
  expect([400, 401]).toContain(response.status);
  return response.status === 400;
};

describe('registration', () => {
  it('returns a client ID and a secret that are valid at once, and the secret only once', async () => {
    const registered = await register();
    const { client_id, client_secret } = registered;

    const code = await operator.service.post('/sandbox/authorization_codes', registered);
    const list = await (await operator.get('applications')).text();
    const one = await (await operator.get(`applications/${client_id}`)).text();

    expect(client_id).toMatch(/^test_[\da-f]{24}$/);
    expect(client_secret).toMatch(/^test_secret_[\da-f]{64}$/);
    expect(code.status).toBe(201);
    for (const text of [list, one, operator.service.readLog()]) {
      expect(text).toContain(client_id);
      expect(text).not.toContain(client_secret);
      expect(text).not.toContain(client_secret.slice(-64));
    }
  });

  it('refuses unreadable names and unknown environments', async () => {
    for (const wrong of [{ name: 'right\u202eto left' }, { environment: 'production' }]) {
      expect(await readError(ask(wrong))).toEqual([400, 'invalid_request']);
    }
    expect(await readStatus(ask({ name: 'x'.repeat(100) }))).toBe(201);
  });

  it('accepts markup in a name, and escapes it in the Connect page', {
    tags: ['threat-20'],
  }, async () => {
    const { client_id } = await register({ name: script });
    const document = await operator.service.get(`/connect?client_id=${client_id}`);

    expect(await find(client_id)).toMatchObject({ name: script });
    expect(await document.text()).not.toContain(script);
  });

  it('lists live applications, which have no submission limit, beside those of APPLICATIONS_FILE', async () => {
    const { client_id } = await register({ environment: 'live' });

    const { applications } = await readJson(operator.get('applications'));

    expect(applications).toMatchObject([
      { name: 'Live App' },
      { name: 'Shop' },
      { name: 'Test <App>' },
    ]);
    expect(client_id).toMatch(/^live_/);
    const registered = { environment: 'live', submissions: null, source: 'dashboard' };
    expect(await find(client_id)).toMatchObject(registered);
    expect(await find()).toMatchObject({ source: 'file' });
  });
});

describe('rotation', () => {
  const rotate = (clientId: string) => operator.post(`applications/${clientId}/secrets/rotate`);

  /** @returns an application with an old and a young secret, and whether each is valid */
  async function registerAndRotate() {
    const { client_id, client_secret: old } = await register();
    const { client_secret: young } = await readJson(rotate(client_id));
    const areValid = async () => [
      await isSecretValid(client_id, old),
      await isSecretValid(client_id, String(young)),
    ];
    return { client_id, areValid };
  }

  it('keeps the old secret valid for exactly 24 hours', async () => {
    const { client_id, areValid } = await registerAndRotate();

    const atOnce = await areValid();
    operator.service.advance(24 * hour - 1);
    await operator.signIn();
    expect(await readStatus(rotate(client_id))).toBe(200);
    const before = await areValid();
    operator.service.advance(1);
    const after = await areValid();

    expect([atOnce, before, after]).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  it('shows the overlap, and ends it on request', async () => {
    const { client_id, areValid } = await registerAndRotate();
    const other = await registerAndRotate();

    const { secrets: during } = await find(client_id);
    await operator.post(`applications/${client_id}/secrets/end-old`);
    const { secrets: after } = await find(client_id);

    expect(during).toHaveLength(2);
    expect(after).toEqual([{ created_at: expect.any(Number), expires_at: null }]);
    expect(await areValid()).toEqual([false, true]);
    expect(await other.areValid()).toEqual([true, true]);
  });

  it('keeps one current secret and at most five under parallel rotations', async () => {
    const { client_id } = await register();

    const statuses = await atOnce(6, () => readStatus(rotate(client_id)));
    const { secrets } = await find(client_id);

    expect(statuses.sort()).toEqual([200, 200, 200, 200, 400, 400]);
    const ends = (secrets as { expires_at: number | null }[]).map(({ expires_at }) => expires_at);
    expect([ends, ends.filter((end) => end === null)]).toMatchObject([
      { length: 5 },
      { length: 1 },
    ]);
  });
});

describe('redirect URIs', () => {
  const change = (action: 'add' | 'remove', redirect_uri: unknown) =>
    operator.post(`applications/test_app/redirect-uris/${action}`, { redirect_uri });

  it('are added and removed, and the redirect flow accepts exactly these', {
    tags: ['control-30'],
  }, async () => {
    const uri = 'https://shop.example.io/callback?x=1';
    const open = () => readStatus(operator.service.get(`/connect?${redirectQuery(uri)}`));

    const before = await open();
    await change('add', uri);
    await change('add', uri);
    const { redirect_uris } = await find();
    const during = await open();
    await change('remove', uri);
    const after = await open();

    expect([before, during, after]).toEqual([400, 200, 400]);
    // It was added twice.
    expect(redirect_uris).toHaveLength(3);
  });

  it('are at most fifty', async () => {
    const add = (host: string) => (index: number) =>
      readStatus(change('add', `https://${host}/${index}`));
    const statuses = await inTurn(46, add('shop.io'));
    const last = await atOnce(6, add('b.io'));

    // The test application has two already.
    expect(statuses).toEqual(Array(46).fill(200));
    expect(last.sort()).toEqual([200, 200, 400, 400, 400, 400]);
  });

  it('are flagged when they are local or placeholders', async () => {
    const { client_id } = await register({ environment: 'live' });
    const flags = {
      'http://localhost:3000/cb': 'local',
      'http://app.localhost/cb': 'local',
      'http://127.0.0.1/cb': 'local',
      'http://[::1]:8080/cb': 'local',
      'https://192.168.1.20/cb': 'local',
      'https://dev.local/cb': 'local',
      'https://abc.ngrok-free.app/cb': 'local',
      'https://example.com/cb': 'placeholder',
      'https://www.example.org/cb': 'placeholder',
      'https://app.example/cb': 'placeholder',
      'https://shop.test/cb': 'placeholder',
      'https://your-domain.com/cb': 'placeholder',
      'https://shop.io/cb': null,
      'https://localhost.shop.io/cb': null,
      'https://myexample.com/cb': null,
      'https://contest.com/cb': null,
    };

    for (const redirect_uri of Object.keys(flags)) {
      await operator.post(`applications/${client_id}/redirect-uris/add`, { redirect_uri });
    }
    const { redirect_uris } = await find(client_id);

    const entries = redirect_uris as { address: string; flag: string | null }[];
    expect(Object.fromEntries(entries.map(({ address, flag }) => [address, flag]))).toEqual(flags);
  });
});

it('embedding origins are added and removed, and exactly these may embed', async () => {
  const change = (action: 'add' | 'remove', origin: string) =>
    operator.post(`applications/test_app/origins/${action}`, { origin });
  const readAncestors = async () => {
    const page = await operator.service.get('/connect?client_id=test_app');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
  };

  const before = await readAncestors();
  await change('add', 'https://shop.io');
  const during = await readAncestors();
  await change('remove', 'https://shop.io');
  const after = await readAncestors();

  // A test application may always be embedded from loopback.
  expect(during).toBe(`https://shop.io ${before}`);
  expect(after).toBe(before);
});

it('the page has its built files, and the values for the snippets', async () => {
  operator = await createOperator({
    assets: { ...builtAssets, dashboard: builtAssets.page },
  });

  const document = await (await operator.service.get('/dashboard')).text();
  const [, address = ''] = /<script type="module" src="([^"]+)"/.exec(document) ?? [];
  const asset = await operator.service.get(address);
  const { service } = await find();

  expect(asset.status).toBe(200);
  expect(asset.headers.get('Cache-Control')).toContain('immutable');
  expect(service).toEqual({
    base_url: publicUrl,
    connect_url: `${publicUrl}/connect`,
    submission_limit: 100,
    script: {
      url: expect.stringMatching(`^${publicUrl}/sdk/1\\.2\\.3-[0-9a-f]{16}/tax-connect\\.js$`),
      integrity: expect.stringMatching(/^sha384-/),
    },
  });
});
