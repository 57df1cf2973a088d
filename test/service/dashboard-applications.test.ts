import { beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { builtAssets } from './built-assets.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { hostOrigin, hour, nonce, publicUrl } from './test-application.ts';
import { atOnce, inTurn, readError, readJson, readStatus } from './world.ts';

const script = '<script>alert(1)</script>';

let operator: TestOperator;

beforeEach(async () => {
  operator = await createOperator();
});

const register = async (fields: object = {}) => {
  const response = await operator.post('applications', {
    name: 'Shop',
    environment: 'test',
    ...fields,
  });
  return (await readJson(response)) as { client_id: string; client_secret: string };
};

const find = async (clientId = 'test_app') =>
  await readJson(operator.get(`applications/${clientId}`));

/** True if the secret is accepted: 401 means a wrong secret, 400 a wrong code. */
const isSecretValid = async (client_id: string, client_secret: string) => {
  const response = await operator.service.exchange({ client_id, client_secret, code: 'none' });
  expect([400, 401]).toContain(response.status);
  return response.status === 400;
};

describe('registration', () => {
  it('returns a client ID and a secret that are valid at once', async () => {
    const { client_id, client_secret } = await register();
    const code = await operator.service.post('/sandbox/authorization_codes', {
      client_id,
      client_secret,
    });

    expect(client_id).toMatch(/^test_[\da-f]{24}$/);
    expect(client_secret).toMatch(/^test_secret_[\da-f]{64}$/);
    expect(code.status).toBe(201);
  });

  it('returns the secret once: no other response and no log contains it', async () => {
    const { client_id, client_secret } = await register();

    const answers = await Promise.all(
      ['applications', `applications/${client_id}`].map(async (path) =>
        (await operator.get(path)).text(),
      ),
    );

    for (const text of [...answers, operator.service.readLog()]) {
      expect(text).toContain(client_id);
      expect(text).not.toContain(client_secret);
      expect(text).not.toContain(client_secret.slice(-64));
    }
  });

  it('also creates live applications, which have no submission limit', async () => {
    const { client_id } = await register({ environment: 'live' });

    expect(client_id).toMatch(/^live_/);
    expect(await find(client_id)).toMatchObject({
      environment: 'live',
      submissions: null,
      source: 'dashboard',
    });
  });

  it('refuses unreadable names and unknown environments', async () => {
    const wrong = [
      ['right\u202eto left', 'test'],
      ['Shop', 'production'],
    ];

    for (const [name, environment] of wrong) {
      const refused = await operator.post('applications', { name, environment });
      expect(await readError(refused), String(name)).toEqual([400, 'invalid_request']);
    }
    const control = await operator.post('applications', {
      name: 'x'.repeat(100),
      environment: 'test',
    });
    expect(control.status).toBe(201);
  });

  it('accepts markup in a name, and escapes it in the Connect page', {
    tags: ['threat-20'],
  }, async () => {
    const { client_id } = await register({ name: script });
    const document = await operator.service.get(`/connect?client_id=${client_id}`);

    expect(await find(client_id)).toMatchObject({ name: script });
    expect(await document.text()).not.toContain(script);
  });

  it('lists every application, including those of APPLICATIONS_FILE', async () => {
    await register();

    const { applications } = await readJson(operator.get('applications'));

    const names = (applications as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['Live App', 'Shop', 'Test <App>']);
    expect(await find()).toMatchObject({ source: 'file' });
  });
});

describe('rotation', () => {
  const rotate = async (clientId: string) => {
    const response = await operator.post(`applications/${clientId}/secrets/rotate`);
    return (await readJson(response)) as { client_secret: string };
  };

  it('keeps the old secret valid for exactly 24 hours', async () => {
    const { client_id, client_secret: old } = await register();
    const readBoth = async (young: string) => [
      await isSecretValid(client_id, old),
      await isSecretValid(client_id, young),
    ];

    const { client_secret: young } = await rotate(client_id);
    const atOnce = await readBoth(young);
    operator.service.advance(24 * hour - 1);
    const before = await readBoth(young);
    operator.service.advance(1);
    const after = await readBoth(young);

    expect(atOnce).toEqual([true, true]);
    expect(before).toEqual([true, true]);
    expect(after).toEqual([false, true]);
  });

  it('shows the overlap, and ends it on request', async () => {
    const { client_id, client_secret: old } = await register();
    const { client_secret: young } = await rotate(client_id);

    const { secrets: during } = await find(client_id);
    await operator.post(`applications/${client_id}/secrets/end-old`);
    const { secrets: after } = await find(client_id);

    expect(during).toHaveLength(2);
    expect(after).toEqual([{ created_at: expect.any(Number), expires_at: null }]);
    expect(await isSecretValid(client_id, old)).toBe(false);
    expect(await isSecretValid(client_id, young)).toBe(true);
  });

  it('changes nothing when there is no old secret', async () => {
    const { client_id, client_secret } = await register();

    const response = await operator.post(`applications/${client_id}/secrets/end-old`);

    expect(response.status).toBe(200);
    expect(await isSecretValid(client_id, client_secret)).toBe(true);
  });

  it('keeps one current secret and at most five under parallel rotations', async () => {
    const { client_id } = await register();

    const statuses = await atOnce(6, () =>
      readStatus(operator.post(`applications/${client_id}/secrets/rotate`)),
    );
    const { secrets } = await find(client_id);

    expect(statuses.sort()).toEqual([200, 200, 200, 200, 400, 400]);
    const current = (secrets as { expires_at: number | null }[]).filter(
      ({ expires_at }) => expires_at === null,
    );
    expect([secrets, current].map((list) => (list as unknown[]).length)).toEqual([5, 1]);
  });
});

describe('redirect URIs', () => {
  const change = (action: 'add' | 'remove', redirect_uri: unknown) =>
    operator.post(`applications/test_app/redirect-uris/${action}`, { redirect_uri });

  it('are added and removed, and the redirect flow accepts exactly these', {
    tags: ['control-30'],
  }, async () => {
    const uri = 'https://shop.example.io/callback?x=1';
    const open = async () =>
      (
        await operator.service.get(
          `/connect?client_id=test_app&redirect_uri=${encodeURIComponent(uri)}`,
        )
      ).status;

    const before = await open();
    await change('add', uri);
    await change('add', uri);
    const { redirect_uris } = await find();
    const during = await open();
    await change('remove', uri);
    const after = await open();

    expect([before, during, after]).toEqual([400, 200, 400]);
    const kept = (redirect_uris as { address: string }[]).filter(({ address }) => address === uri);
    expect(kept).toHaveLength(1);
  });

  it('are refused unless https or loopback, without fragment, user or wildcard', {
    tags: ['threat-30'],
  }, async () => {
    const wrong = [
      'http://shop.io/callback',
      'https://shop.io/#fragment',
      'https://user@shop.io/',
      'https://*.shop.io/',
      'https://shop.io;script-src/',
      'javascript:alert(1)',
      '//shop.io/',
      'https:shop.io/callback',
      'https:/shop.io/callback',
      'https:///shop.io/callback',
      'HTTPS://shop.io/callback',
      '/callback',
      'https://shop.io/ space',
      '',
      7,
    ];

    for (const uri of wrong) {
      const refused = await change('add', uri);
      expect(await readError(refused), String(uri)).toEqual([400, 'invalid_request']);
    }
    const control = await change('add', 'https://shop.io/callback');
    expect(control.status).toBe(200);
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

describe('embedding origins', () => {
  const change = (action: 'add' | 'remove', origin: unknown) =>
    operator.post(`applications/test_app/origins/${action}`, { origin });

  it('are added and removed, and exactly these may embed', async () => {
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

    expect(before).toContain('localhost');
    // A test application may always be embedded from loopback.
    expect(during).toBe(`https://shop.io ${before}`);
    expect(after).toBe(before);
  });

  it('are refused beyond the maximum length, and accepted up to it', async () => {
    // A database cannot compress these: one origin of 3795 characters, and one of the maximum length.
    const labels = Array.from(
      { length: 120 },
      (_, index) => `a${hashSecret(`${index}`).slice(0, 30)}`,
    );
    const longest = `https://${labels.join('.').slice(0, 292)}`;
    const tooLong = `${longest}a`;
    const wayTooLong = `https://${labels.join('.').slice(0, 3787)}`;

    for (const origin of [wayTooLong, tooLong]) {
      const refused = await change('add', origin);
      expect(await readError(refused), `${origin.length}`).toEqual([400, 'invalid_request']);
    }
    const control = await change('add', longest);

    expect([wayTooLong, tooLong, longest].map(({ length }) => length)).toEqual([3795, 301, 300]);
    expect(control.status).toBe(200);
  });

  it('are refused unless they are exactly an https or loopback origin', {
    tags: ['threat-30'],
  }, async () => {
    const wrong = [
      'http://shop.io',
      'https://shop.io/',
      'https://shop.io/path',
      'https://*.shop.io',
      'https://shop.io;script-src',
      "https://'self'",
      'https://shop.io https://evil.io',
      'null',
      '*',
      '',
    ];

    for (const origin of wrong) {
      const refused = await change('add', origin);
      expect(await readError(refused), origin).toEqual([400, 'invalid_request']);
    }
    const control = await change('add', 'https://shop.io');
    expect(control.status).toBe(200);
  });
});

it('usage and flows show the last flows with step and outcome, without secret or personal data', async () => {
  const { service } = operator;
  const codes: string[] = [];
  const tokens: string[] = [];
  const state = 'state-of-a-user';
  for (const decision of ['allow', 'deny', null]) {
    const flow = await service.startFlow({ state });
    tokens.push(flow.token);
    await flow.pick('sandbox');
    service.advance(1000);
    if (!decision) continue;
    await flow.logIn();
    const { code } = await flow.read('consent', { decision });
    if (typeof code === 'string') codes.push(code);
  }
  // A document without a started flow does not appear.
  await service.openPage('client_id=test_app');

  const text = await (await operator.get('applications/test_app')).text();
  const { flows } = JSON.parse(text) as { flows: unknown };

  const common = { kind: 'embedded', host: hostOrigin, provider: 'Sandbox' };
  const started_at = expect.any(Number);
  const reference = expect.stringMatching(/^\w{8}$/);
  const none = { problem: null, session_id: null, client_user_id: null };
  const always = { ...common, started_at, reference, ...none };
  expect(flows).toEqual([
    { ...always, step: 'login', outcome: 'in_progress' },
    { ...always, step: 'denied', outcome: 'denied' },
    { ...always, step: 'issued', outcome: 'code_issued' },
  ]);
  expect([codes.length, tokens.length]).toEqual([1, 3]);
  for (const secret of [...codes, ...tokens, 'user_good', nonce, state]) {
    expect(text).not.toContain(secret);
  }
});

describe('the page', () => {
  it('has the headers of the Connect page, with stricter values where possible', async () => {
    const { service } = await createOperator();

    const response = await service.get('/dashboard');

    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
  });

  it('and its API are not cached', { tags: ['threat-22'] }, async () => {
    const responses = [await operator.get('session'), await operator.get('applications')];

    for (const { headers } of responses) expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it('serves its built files, and the values for the snippets', async () => {
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
});
