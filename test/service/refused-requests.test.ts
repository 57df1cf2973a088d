import { beforeEach, describe, expect, it } from 'vitest';
import { builtAssets } from './built-assets.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { createTestService, oneProxy, type TestService } from './harness.ts';
import {
  credentials,
  day,
  liveApplication,
  minute,
  redirectUri,
  start,
  testApplication,
} from './test-application.ts';
import { basic, inTurn, readJson, readStatus, redirectQuery } from './world.ts';

const registered = 'https://app.example';
const stranger = 'https://shop.io';
const inFrame = { 'Sec-Fetch-Dest': 'iframe' };

let operator: TestOperator;
let service: TestService;

beforeEach(async () => {
  // Behind a proxy, so that a test can use several networks.
  operator = await createOperator({ assets: builtAssets, config: { trustedProxies: oneProxy } });
  ({ service } = operator);
});

/** Frames the page of the live application in a page at this address. */
const embed = (Referer: string, more: Record<string, string> = {}) =>
  service.get('/connect?client_id=live_app', { ...inFrame, Referer, ...more });

/** The status of the refusal or the success of a host's page at this origin. */
const bind = async (origin: string, clientId = 'live_app') =>
  (await service.bind(origin, clientId)).started.status;

interface ShownApplication {
  readonly origins: readonly { readonly address: string }[];
  readonly refused_origins: readonly { readonly origin: string; readonly refused_at: number }[];
  readonly refused_redirect_uris: readonly object[];
}

/** An application, as the dashboard shows it. */
const find = async (clientId = 'test_app') =>
  (await (await operator.get(`applications/${clientId}`)).json()) as ShownApplication;

const listOrigins = async () =>
  (await find('live_app')).refused_origins.map(({ origin }) => origin);

const listUris = async () => (await find()).refused_redirect_uris;

/** The sign-in has ended meanwhile. */
async function pass(durationMs: number): Promise<void> {
  service.advance(durationMs);
  await operator.signIn();
}

describe('a page that frames Connect from an origin that is not registered', () => {
  it.each(['iframe', 'frame', 'object', 'embed'])('gets a notice in an %s', async (destination) => {
    const response = await embed(`${stranger}/`, { 'Sec-Fetch-Dest': destination });
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
  });

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
  ])('is not assumed for a request %s: it gets the page', async (_, headers) => {
    const response = await service.get('/connect?client_id=live_app', headers);

    expect(response.status).toBe(200);
    expect(await response.text()).toContain('id="flow"');
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toContain(`frame-ancestors ${registered};`);
  });

  it('is refused by the binding, too, with its origin in the message, or the advice to use https', async () => {
    const { started } = await service.bind(stranger, 'live_app');
    const plain = await embed('http://shop.io/');

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
  expect([await bind(origin), await bind(registered)]).toEqual([403, 200]);
});

describe('a loopback origin', () => {
  it('can always embed a test application', async () => {
    const mixed = { ...testApplication, origins: [registered] };
    service = await createTestService({ applications: [mixed] });
    const headers = { ...inFrame, Referer: 'http://localhost:3000/' };
    const framed = await service.get('/connect?client_id=test_app', headers);

    expect(framed.status).toBe(200);
    expect(framed.headers.get('Content-Security-Policy')).toContain(
      `frame-ancestors ${registered} http://localhost:* http://127.0.0.1:* http://*.localhost:*;`,
    );
    expect(await bind('http://127.0.0.1:3000', 'test_app')).toBe(200);
  });

  it('cannot embed a live application that has registered others', async () => {
    expect((await embed('http://localhost:3000/')).status).toBe(403);
    expect(await bind('http://127.0.0.1:3000')).toBe(403);
  });
});

describe('the list of refused origins', () => {
  it('has those of the last day, latest first, each once, and which cannot be registered', async () => {
    await embed('http://first.io/');
    service.advance(minute);
    for (const path of ['', 'a', 'b?c']) await embed(`${stranger}/${path}`);
    await embed(`${registered}/`);

    const second = { origin: stranger, refused_at: start + minute, is_registrable: true };
    expect((await find('live_app')).refused_origins).toEqual([
      second,
      { origin: 'http://first.io', refused_at: start, is_registrable: false },
    ]);
    await pass(day - minute + 1);
    expect((await find('live_app')).refused_origins).toEqual([second]);
    await service.store.purge(start + day + minute + 1);
    expect(await service.store.refusedRequests.list('live_app', 0)).toEqual([]);
  });

  it('drops an origin that is registered', async () => {
    await embed(`${stranger}/`);
    expect(await listOrigins()).toEqual([stranger]);

    await operator.post('applications/live_app/origins/add', { origin: stranger });
    const { origins, refused_origins } = await find('live_app');
    expect(refused_origins).toEqual([]);
    expect(origins.map(({ address }) => address)).toContain(stranger);
    expect((await embed(`${stranger}/`)).status).toBe(200);
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
  ])('has those that the binding refuses, but no invalid one: %s', async (origin) => {
    await bind(origin);
    await bind(stranger);

    expect(await listOrigins()).toEqual([stranger]);
  });

  it('has at most 20, and one network cannot push out those of another', async () => {
    const from = (network: string) => ({ 'X-Forwarded-For': network });
    await embed(stranger, from('192.0.2.1'));
    await inTurn(50, (index) => {
      service.advance(1000);
      return embed(`https://flood-${index}.io/`, from('198.51.100.7'));
    });
    service.advance(1000);
    await embed('https://late.io/', from('192.0.2.2'));

    const [first, ...others] = await listOrigins();

    expect([first, others.length]).toEqual(['https://late.io', 19]);
    expect(others).toEqual(expect.arrayContaining([stranger, 'https://flood-49.io']));
    expect(others).not.toContain('https://flood-0.io');
  });

  it('is deleted with the application', async () => {
    await embed(`${stranger}/`);

    await operator.post('applications/live_app/delete', { name: liveApplication.name });
    await service.store.applications.register(liveApplication, 0);

    expect(await listOrigins()).toEqual([]);
  });
});

describe('a redirect URI that is not registered', () => {
  const mistyped = 'https://app.example/callbak?tenant=a%20b';
  const open = (uri: string) => readStatus(service.get(`/connect?${redirectQuery(uri)}`));

  it('is listed for a day, with the last time, until it is registered', async () => {
    expect(await open(mistyped)).toBe(400);
    service.advance(minute);
    await open(mistyped);
    await open('http://app.example/');
    expect(await open(redirectUri)).toBe(200);

    const second = { redirect_uri: 'http://app.example/', refused_at: start + minute };
    expect(await listUris()).toEqual([
      { ...second, is_registrable: false },
      { redirect_uri: mistyped, refused_at: start + minute, is_registrable: true },
    ]);
    await operator.post('applications/test_app/redirect-uris/add', { redirect_uri: mistyped });
    expect(await listUris()).toMatchObject([second]);
    await pass(day);
    expect(await listUris()).toEqual([]);
  });

  it.each(['', 'x y', 'https://a.example/é', `https://a.example/${'a'.repeat(2000)}`])(
    'is not listed when no one could have registered it: %s',
    async (uri) => {
      expect(await open(uri)).toBe(400);
      expect(await listUris()).toEqual([]);
    },
  );

  it('is one of at most twenty, beside as many origins', async () => {
    await inTurn(25, (count) => {
      service.advance(1);
      return open(`https://app.example/${count}`);
    });
    await service.get('/connect?client_id=test_app', { ...inFrame, Referer: `${stranger}/` });

    const { refused_redirect_uris: uris, refused_origins: origins } = await find();
    expect(uris).toHaveLength(20);
    expect(uris).toMatchObject({ 0: { redirect_uri: 'https://app.example/24' } });
    expect(origins).toMatchObject([{ origin: stranger }]);
  });
});

it('a refused request of a backend leaves the time of a wrong secret, also by HTTP Basic, and of a refused code, for its own application', async () => {
  const code = await service.issueSandboxCode();
  await service.exchange({ code, client_id: 'live_app' });
  await service.exchange({ code, client_id: 'unknown_app' });
  const refused = { secret_refused_at: start, code_refused_at: null };
  expect(await find('live_app')).toMatchObject(refused);
  expect(await find()).toMatchObject({ ...refused, secret_refused_at: null });

  await service.askForSession({}, basic({ ...credentials, client_secret: 'wrong' }));
  expect(await find()).toMatchObject(refused);
  service.advance(1000);
  await service.exchange({ code, redirect_uri: redirectUri });
  expect(await find()).toMatchObject({ ...refused, code_refused_at: start + 1000 });
  expect((await service.exchange({ code })).status).toBe(200);
});
