import { beforeEach, describe, expect, it } from 'vitest';
import { builtAssets } from './built-assets.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { createTestService, oneProxy, type TestService } from './harness.ts';
import { day, liveApplication, redirectUri, start, testApplication } from './test-application.ts';
import { inTurn, readJson } from './world.ts';

const registered = 'https://app.example';
const stranger = 'https://shop.io';
const inFrame = { 'Sec-Fetch-Dest': 'iframe' };

/** Frames the page of the live application in a page at this address. */
const embed = (service: TestService, Referer: string, more: Record<string, string> = {}) =>
  service.get('/connect?client_id=live_app', { ...inFrame, Referer, ...more });

/** The status of the refusal or the success of a host's page at this origin. */
const bind = async (service: TestService, origin: string, clientId = 'live_app') =>
  (await service.bind(origin, clientId)).started.status;

interface ShownApplication {
  readonly origins: readonly { readonly address: string }[];
  readonly refused_origins: readonly {
    readonly origin: string;
    readonly refused_at: number;
    readonly is_registrable: boolean;
  }[];
}

/** The live application, as the dashboard shows it. */
const describeLive = async (operator: TestOperator) =>
  (await (await operator.get('applications/live_app')).json()) as ShownApplication;

const listRefused = async (operator: TestOperator) =>
  (await describeLive(operator)).refused_origins.map(({ origin }) => origin);

const from = (network: string) => ({ 'X-Forwarded-For': network });

describe('a page that frames Connect from an origin that is not registered', () => {
  it.each(['iframe', 'frame', 'object', 'embed'])(
    'gets a notice with the reason, in an element %s',
    async (destination) => {
      const service = await createTestService({ assets: builtAssets });

      const response = await embed(service, `${stranger}/`, { 'Sec-Fetch-Dest': destination });
      const html = await response.text();

      expect(response.status).toBe(403);
      expect(html).toContain('"code":"origin_not_allowed"');
      expect(html).toContain(`${stranger} is not registered as an embedding origin`);
      expect(html).toContain('dashboard');
      expect(html).toContain('src="/connect/assets/main-abcdefgh.js"');
      expect(html).not.toContain('id="flow"');
      expect(html).not.toContain(liveApplication.name);
      expect(html).not.toMatch(/<(?:button|form|a|input)\b/);
      expect(response.headers.get('Content-Security-Policy')).toContain('frame-ancestors *;');
      expect(await service.store.flowEntries.list('live_app', { count: 20 }, 0)).toEqual([]);
    },
  );

  it.each([
    ['from a registered origin', { ...inFrame, Referer: `${registered}/` }],
    ['without a referrer', inFrame],
    ['with a malformed referrer', { ...inFrame, Referer: 'shop.io' }],
    ['from an application on a phone', { ...inFrame, Referer: 'android-app://io.shop/' }],
    [
      'from a host that would write into a policy',
      { ...inFrame, Referer: 'https://a;script-src/' },
    ],
    ['in a popup', { 'Sec-Fetch-Dest': 'document', Referer: `${stranger}/` }],
    ['by a browser without Sec-Fetch-Dest', { Referer: `${stranger}/` }],
  ])(
    'is not assumed for a request %s: it gets the page with its frame-ancestors',
    async (_, headers) => {
      const service = await createTestService({ assets: builtAssets });

      const response = await service.get('/connect?client_id=live_app', headers);

      expect(response.status).toBe(200);
      expect(await response.text()).toContain('id="flow"');
      expect(response.headers.get('Content-Security-Policy')).toContain(
        `frame-ancestors ${registered};`,
      );
    },
  );

  it('is not assumed for the start of a redirect flow from any origin', async () => {
    const query = `client_id=live_app&redirect_uri=${encodeURIComponent(redirectUri)}`;
    const headers = { 'Sec-Fetch-Dest': 'document', Referer: stranger };

    const service = await createTestService();
    expect((await service.get(`/connect?${query}`, headers)).status).toBe(200);
  });

  it('is refused by the binding, too, with its origin in the message, or the advice to use https', async () => {
    const service = await createTestService();
    const { started } = await service.bind(stranger, 'live_app');
    const plain = await embed(service, 'http://shop.io/');

    expect(started.status).toBe(403);
    expect(await readJson(started)).toMatchObject({
      error: 'origin_not_allowed',
      error_description: expect.stringMatching(/^https:\/\/shop\.io is not registered/),
    });
    expect(await plain.text()).toMatch(/http:\/\/shop\.io cannot be .* https/);
  });
});

it.each([
  'https://APP.example',
  'https://app.example:444',
  'https://app.example/',
  'https://app.example.',
  'https://www.app.example',
  'http://app.example',
  ' https://app.example',
])('a registered origin is compared letter by letter: %s is another one', async (origin) => {
  const service = await createTestService();

  expect([await bind(service, origin), await bind(service, registered)]).toEqual([403, 200]);
});

describe('a loopback origin', () => {
  const mixed = { ...testApplication, origins: [registered] };

  it('can always embed a test application', async () => {
    const service = await createTestService({ applications: [mixed] });
    const headers = { ...inFrame, Referer: 'http://localhost:3000/' };
    const framed = await service.get('/connect?client_id=test_app', headers);

    expect(framed.status).toBe(200);
    expect(framed.headers.get('Content-Security-Policy')).toContain(
      `frame-ancestors ${registered} http://localhost:* http://127.0.0.1:* http://*.localhost:*;`,
    );
    expect(await bind(service, 'http://127.0.0.1:3000', 'test_app')).toBe(200);
  });

  it('cannot embed a live application that has registered others', async () => {
    const service = await createTestService();

    expect((await embed(service, 'http://localhost:3000/')).status).toBe(403);
    expect(await bind(service, 'http://127.0.0.1:3000')).toBe(403);
  });
});

describe('the list of refused origins', () => {
  let operator: TestOperator;
  let service: TestService;

  beforeEach(async () => {
    // Behind a proxy, so that a test can use several networks.
    operator = await createOperator({ config: { trustedProxies: oneProxy } });
    ({ service } = operator);
  });

  it('has the origins of the last day, latest first, each once, and which cannot be registered', async () => {
    await embed(service, 'http://first.io/');
    service.advance(60_000);
    for (const path of ['', 'a', 'b?c']) await embed(service, `${stranger}/${path}`);
    await embed(service, `${registered}/`);

    expect((await describeLive(operator)).refused_origins).toEqual([
      { origin: stranger, refused_at: start + 60_000, is_registrable: true },
      { origin: 'http://first.io', refused_at: start, is_registrable: false },
    ]);
  });

  it('shows them for a day, and the sweep deletes them', async () => {
    await embed(service, `${stranger}/`);

    service.advance(day - 1);
    await operator.signIn();
    expect(await listRefused(operator)).toEqual([stranger]);
    service.advance(2);
    await operator.signIn();
    expect(await listRefused(operator)).toEqual([]);
    await service.store.purge(start + day + 1);
    expect(await service.store.refusedRequests.list('live_app', 0)).toEqual([]);
  });

  it('drops an origin that is registered', async () => {
    await embed(service, `${stranger}/`);
    expect(await listRefused(operator)).toEqual([stranger]);

    await operator.post('applications/live_app/origins/add', { origin: stranger });
    const { origins, refused_origins } = await describeLive(operator);
    expect(refused_origins).toEqual([]);
    expect(origins.map(({ address }) => address)).toContain(stranger);
    expect((await embed(service, `${stranger}/`)).status).toBe(200);
  });

  it.each([
    'javascript:alert(1)',
    'https://*.example',
    'https://a;script-src',
    'https://shop.io/path',
    'HTTPS://shop.io',
    'null',
    'android-app://io.shop',
    `https://${'a'.repeat(60)}.${'b'.repeat(300)}.io`,
    'Call 555-0100',
  ])(
    'has the origins that the binding refuses, as for popups, but no invalid one: %s',
    async (origin) => {
      await bind(service, origin);
      await bind(service, stranger);

      expect(await listRefused(operator)).toEqual([stranger]);
    },
  );

  it('has at most 20, and one network cannot push out those of another', async () => {
    await embed(service, stranger, from('192.0.2.1'));
    await inTurn(50, (index) => {
      service.advance(1000);
      return embed(service, `https://flood-${index}.io/`, from('198.51.100.7'));
    });
    service.advance(1000);
    await embed(service, 'https://late.io/', from('192.0.2.2'));

    const [first, ...others] = await listRefused(operator);

    expect([first, others.length]).toEqual(['https://late.io', 19]);
    expect(others).toEqual(expect.arrayContaining([stranger, 'https://flood-49.io']));
    expect(others).not.toContain('https://flood-0.io');
  });

  it('is written once a minute for an origin that is refused many times', async () => {
    const readTimeAfter = async (durationMs: number) => {
      service.advance(durationMs);
      await embed(service, `${stranger}/`);
      return (await describeLive(operator)).refused_origins[0]?.refused_at;
    };

    expect(await readTimeAfter(0)).toBe(start);
    expect(await readTimeAfter(59_999)).toBe(start);
    expect(await readTimeAfter(1)).toBe(start + 60_000);
  });

  it('is deleted with the application', async () => {
    await embed(service, `${stranger}/`);

    await operator.post('applications/live_app/delete', { name: liveApplication.name });
    await service.store.applications.register(liveApplication, 0);

    expect(await listRefused(operator)).toEqual([]);
  });
});
