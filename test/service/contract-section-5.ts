import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { loadAssets } from '../../src/connect/service/http/assets.ts';
import { parseProviders } from '../../src/sdk/protocol/provider.ts';
import type { Chapter } from './contract.ts';
import { backendChapters } from './contract-section-5-token.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import {
  builtAssets,
  createFlow,
  createTestService,
  credentials,
  liveApplication,
  logIn,
  openPage,
  readError,
  readJson,
  redirectUri,
  sendConsentForm,
  startFlow,
  startRedirectFlow,
  type TestService,
  testApplication,
} from './harness.ts';

const open = (service: TestService, query: string) => service.app.request(`/connect?${query}`);

const readAncestors = async (service: TestService, clientId: string) => {
  const { headers } = await open(service, `client_id=${clientId}`);
  const [, sources = ''] =
    /frame-ancestors ([^;]+)/.exec(headers.get('Content-Security-Policy') ?? '') ?? [];
  return sources.split(' ');
};

const encoded = encodeURIComponent(redirectUri);
const refusedQueries = [
  'client_id=nobody',
  '',
  `client_id=test_app&redirect_uri=${encodeURIComponent('https://evil.example/callback')}`,
  'client_id=test_app&redirect_uri=not-an-address',
  'client_id=test_app&client_id=test_app',
  `client_id=test_app&redirect_uri=${encoded}&redirect_uri=${encoded}`,
  'client_id=test_app&other=1&other=2',
];

const page: Chapter = {
  title: 'GET /connect',
  promises: [
    {
      sentence: 'GET /connect with client_id, and perhaps redirect_uri, answers the page.',
      async check() {
        const service = await createTestService({ assets: builtAssets });

        const pages = [
          await open(service, 'client_id=test_app'),
          await open(service, `client_id=test_app&redirect_uri=${encoded}`),
        ];

        for (const answer of pages) {
          expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
            200,
            'text/html; charset=utf-8',
          ]);
          expect(await answer.text()).toContain('src="/connect/assets/main-abcdefgh.js"');
        }
      },
    },
    {
      sentence:
        'The state of a redirect flow comes back beside code or error, and nothing without one.',
      async check() {
        const service = await createTestService();
        const goThrough = async (decision: 'allow' | 'deny', state?: string) => {
          const { token } = await startRedirectFlow(service, state === undefined ? {} : { state });
          const answer = await sendConsentForm(service, { flow_token: token, decision });
          return new URL(answer.headers.get('Location') ?? '').searchParams;
        };

        for (const [decision, name] of [
          ['allow', 'code'],
          ['deny', 'error'],
        ] as const) {
          const stated = await goThrough(decision, 'a b&c');
          const stateless = await goThrough(decision);

          expect(stated.has(name)).toBe(true);
          expect(stated.getAll('state')).toEqual(['a b&c']);
          expect(stateless.has(name)).toBe(true);
          expect(stateless.has('state')).toBe(false);
        }
        const long = `client_id=test_app&redirect_uri=${encoded}&state=${'x'.repeat(2001)}`;
        expect((await open(service, long)).status).toBe(400);
      },
    },
    {
      sentence:
        'An unknown client, a redirect_uri that is unregistered or malformed, a repeated parameter: 400.',
      async check() {
        const service = await createTestService();

        for (const query of refusedQueries) {
          expect([query, (await open(service, query)).status]).toEqual([query, 400]);
        }
        expect((await open(service, `client_id=test_app&redirect_uri=${encoded}`)).status).toBe(
          200,
        );
      },
    },
    {
      sentence: 'Such a refusal is a separate page, never a redirect.',
      async check() {
        const service = await createTestService();

        for (const query of refusedQueries) {
          const answer = await open(service, query);
          expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
          expect(answer.headers.get('Location')).toBeNull();
          expect(await answer.text()).toMatch(
            /<h1[^>]*>(This link doesn’t work|This application isn’t registered)<\/h1>/,
          );
        }
      },
    },
    {
      sentence: "frame-ancestors lists the application's registered origins.",
      async check() {
        const origins = ['https://a.example', 'https://b.example:8443'];
        const service = await createTestService({
          applications: [{ ...liveApplication, origins }],
        });

        expect(await readAncestors(service, 'live_app')).toEqual(origins);
      },
    },
    {
      sentence: 'A test application may be embedded from any loopback origin as well.',
      async check() {
        const origins = ['https://a.example'];
        const service = await createTestService({
          applications: [{ ...testApplication, origins }],
        });
        const start = async (origin: string) =>
          (
            await createFlow(service, await openPage(service, 'client_id=test_app')).send('start', {
              origin,
              nonce: 'n'.repeat(43),
              state: null,
            })
          ).status;

        expect(await readAncestors(service, 'test_app')).toEqual([
          ...['https://a.example', 'http://localhost:*', 'http://127.0.0.1:*'],
          'http://*.localhost:*',
        ]);
        expect([await start('http://localhost:3000'), await start('https://b.example')]).toEqual([
          200, 403,
        ]);
      },
    },
    {
      sentence: 'With none registered, loopback only.',
      async check() {
        const service = await createTestService();

        for (const source of await readAncestors(service, 'test_app')) {
          expect(source).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1|\*\.localhost):\*$/);
        }
        const { status } = await createFlow(
          service,
          await openPage(service, 'client_id=test_app'),
        ).send('start', { origin: 'https://a.example', nonce: 'n'.repeat(43), state: null });
        expect(status).toBe(403);
      },
    },
    {
      sentence: 'A frame of an origin that is not registered gets a notice: origin_not_allowed.',
      async check() {
        const service = await createTestService();
        const frame = (headers: Record<string, string>) =>
          service.app.request('/connect?client_id=live_app', {
            headers: { 'Sec-Fetch-Dest': 'iframe', ...headers },
          });

        const notice = await frame({ Referer: 'https://b.example/' });
        const pages = [await frame({}), await frame({ Referer: 'https://app.example/' })];

        const html = await notice.text();
        expect(html).toContain('"code":"origin_not_allowed"');
        expect(html).not.toMatch(/id="flow"|<button|<form|<input/);
        expect(notice.headers.get('Content-Security-Policy')).toContain('frame-ancestors *');
        for (const page of pages) {
          expect(await page.text()).toContain('id="flow"');
          expect(page.headers.get('Content-Security-Policy')).toContain(
            'frame-ancestors https://app.example;',
          );
        }
      },
    },
    {
      sentence: 'The page sends Cross-Origin-Embedder-Policy and -Resource-Policy, always.',
      async check() {
        const service = await createTestService();

        const queries = ['client_id=test_app', `client_id=test_app&redirect_uri=${encoded}`];
        for (const query of [...queries, ...refusedQueries]) {
          const { headers } = await open(service, query);
          expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
          expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
        }
      },
    },
    {
      sentence: 'It sends no Cross-Origin-Opener-Policy, or popups would lose their opener.',
      async check() {
        const service = await createTestService();

        for (const query of ['client_id=test_app', ...refusedQueries]) {
          const { headers } = await open(service, query);
          expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false);
        }
      },
    },
  ],
};

const one = 'applications/test_app';
const find = async (operator: TestOperator) => await readJson(await operator.get(one));

const dashboard: Chapter = {
  title: '/dashboard',
  promises: [
    {
      sentence: 'The dashboard registers applications.',
      async check() {
        const operator = await createOperator();

        const answer = await operator.post('applications', { name: 'Shop', environment: 'live' });
        const { applications } = await readJson(await operator.get('applications'));

        expect(answer.status).toBe(201);
        expect(applications).toContainEqual(expect.objectContaining({ name: 'Shop' }));
      },
    },
    {
      sentence: 'It rotates secrets.',
      async check() {
        const operator = await createOperator();
        const { client_secret } = await readJson(await operator.post(`${one}/secrets/rotate`));
        const submit = async (secret: unknown) =>
          (
            await operator.service.post('/sandbox/authorization_codes', {
              ...credentials,
              client_secret: secret,
            })
          ).status;

        const during = [await submit(client_secret), await submit(credentials.client_secret)];
        await operator.post(`${one}/secrets/end-old`);
        const after = [await submit(client_secret), await submit(credentials.client_secret)];

        expect([during, after]).toEqual([
          [201, 201],
          [201, 401],
        ]);
      },
    },
    {
      sentence: 'Its section "Redirect URIs" adds and removes them.',
      async check() {
        const operator = await createOperator();
        const body = { redirect_uri: 'https://shop.io/callback' };
        const list = async () => JSON.stringify((await find(operator)).redirect_uris);

        await operator.post(`${one}/redirect-uris/add`, body);
        const added = await list();
        await operator.post(`${one}/redirect-uris/remove`, body);
        const removed = await list();

        expect(added).toContain(body.redirect_uri);
        expect(removed).not.toContain(body.redirect_uri);
      },
    },
    {
      sentence: 'Its section "Embedding origins" adds and removes them.',
      async check() {
        const operator = await createOperator();
        const body = { origin: 'https://shop.io' };

        await operator.post(`${one}/origins/add`, body);
        const added = await readAncestors(operator.service, 'test_app');
        await operator.post(`${one}/origins/remove`, body);
        const removed = await readAncestors(operator.service, 'test_app');

        expect(added).toContain(body.origin);
        expect(removed).not.toContain(body.origin);
      },
    },
    {
      sentence: 'It shows the usage against the submission limit.',
      async check() {
        const operator = await createOperator();

        const before = await find(operator);
        await operator.service.post('/sandbox/authorization_codes', credentials);
        const after = await find(operator);

        expect(before.submissions).toMatchObject({ limit: 100, used: 0 });
        expect(after.submissions).toMatchObject({ limit: 100, used: 1 });
      },
    },
  ],
};

/** Uses the files from `npm run build`, because invented files would prove nothing. */
async function createServiceWithBuild() {
  const assets = loadAssets();
  expect([...assets.sdk.files.keys()], 'run npm run build').toEqual(
    expect.arrayContaining(['tax-connect.js', 'locales/es.json']),
  );
  const service = await createTestService({ assets });
  return (name: string) => service.app.request(`/sdk/${assets.sdk.version}/${name}`);
}

const sdk: Chapter = {
  title: '/sdk',
  promises: [
    {
      sentence: '/sdk/<version>/tax-connect.js is the script-tag build.',
      async check() {
        const get = await createServiceWithBuild();

        const script = await get('tax-connect.js');
        const global = runInNewContext(`${await script.text()};TaxConnect`, { URL });

        expect(script.headers.get('Content-Type')).toMatch(/^text\/javascript/);
        expect(global).toMatchObject({ open: expect.anything(), version: expect.any(String) });
      },
    },
    {
      sentence:
        'It is readable across origins, immutable under /sdk/<version>-<hash>/ and cached shortly here.',
      async check() {
        const get = await createServiceWithBuild();
        const names = Object.keys(await readJson(await get('integrity.json')));
        const hashedName = names.find((name) => name.startsWith('../'));

        const [hashed, short] = [await get(`${hashedName}`), await get('tax-connect.js')];
        const missing = await get('other.js');

        for (const { status, headers } of [hashed, short]) {
          expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
        }
        expect(hashed.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
        expect(short.headers.get('Cache-Control')).toBe('public, max-age=300');
        expect(missing.status).toBe(404);
        expect(missing.headers.get('Cache-Control')).toBe('no-store');
      },
    },
    {
      sentence: 'Its SRI hash is in /sdk/<version>/integrity.json.',
      async check() {
        const get = await createServiceWithBuild();

        const script = await (await get('tax-connect.js')).arrayBuffer();
        const hashes = await readJson(await get('integrity.json'));
        const hash = createHash('sha384').update(new Uint8Array(script)).digest('base64');

        expect(hashes).toMatchObject({ 'tax-connect.js': `sha384-${hash}` });
      },
    },
  ],
};

const liveOrigin = 'https://app.example';

async function listProviders(service: TestService) {
  const flow = createFlow(service, await openPage(service, 'client_id=live_app'));
  const fields = { origin: liveOrigin, nonce: 'n'.repeat(43), state: null };
  const { providers } = await readJson(await flow.send('start', fields));
  return parseProviders(providers) ?? [];
}

/** Logs in at every available provider; returns the distinct results. */
async function logInEverywhere(username: string, password = 'pass_good') {
  const service = await createTestService();
  const usable = (await listProviders(service)).filter(({ status }) => status === 'available');
  const answers = new Set<string>();
  for (const { id } of usable) {
    const flow = await startFlow(service, { clientId: 'live_app', origin: liveOrigin });
    await flow.send('provider', { provider_id: id });
    const answer = await logIn(flow, username, password);
    const { step, error } = await readJson(answer);
    const mfa = step === 'mfa' && (await flow.send('answer', { answer: '123456' }));
    const right = mfa ? ` ${String((await readJson(mfa)).step)}` : '';
    answers.add(`${answer.status} ${String(step ?? error)}${right}`);
  }
  expect(usable.length).toBeGreaterThanOrEqual(12);
  return { answers: [...answers], slept: service.slept, count: usable.length };
}

const providers: Chapter = {
  title: 'providers',
  promises: [
    {
      sentence: 'There is the sandbox, which test credentials work for.',
      async check() {
        const service = await createTestService();
        const flow = await startFlow(service);

        const other = await flow.send('provider', { provider_id: 'ledgerleaf' });
        const sandbox = await flow.send('provider', { provider_id: 'sandbox' });

        expect(await readError(other)).toEqual([403, 'provider_unavailable']);
        expect(sandbox.status).toBe(200);
      },
    },
    {
      sentence: 'There are at least twelve more, with different names, domains and aliases.',
      async check() {
        const listed = await listProviders(await createTestService());
        const others = listed.filter(({ id }) => id !== 'sandbox');

        expect(others.length).toBeGreaterThanOrEqual(12);
        for (const key of ['id', 'name', 'domain'] as const) {
          expect(new Set(others.map((provider) => provider[key])).size).toBe(others.length);
        }
        for (const { name, domain, aliases } of others) {
          expect(name).toMatch(/^\p{Lu}.{3,}/u);
          expect(domain).toMatch(/^[a-z-]+\.example$/);
          expect(aliases.length).toBeGreaterThan(0);
        }
      },
    },
    {
      sentence: 'Two of them need a popup, and one is unavailable and says why.',
      async check() {
        const listed = await listProviders(await createTestService());
        const unavailable = listed.filter(({ status }) => status === 'unavailable');

        expect(listed.filter(({ surface }) => surface === 'popup')).toHaveLength(2);
        expect(unavailable).toHaveLength(1);
        expect(unavailable[0]?.reason).toMatch(/\w/);
      },
    },
    {
      sentence: 'At every provider user_good succeeds with pass_good, and with no other password.',
      async check() {
        expect((await logInEverywhere('user_good')).answers).toEqual(['200 consent']);
        const wrong = await logInEverywhere('user_good', 'pass_bad');
        expect(wrong.answers).toEqual(['401 invalid_credentials']);
      },
    },
    {
      sentence: 'user_bad is refused.',
      async check() {
        expect((await logInEverywhere('user_bad')).answers).toEqual(['401 invalid_credentials']);
      },
    },
    {
      sentence: 'user_mfa is asked for the code, which is 123456.',
      async check() {
        expect((await logInEverywhere('user_mfa')).answers).toEqual(['200 mfa consent']);
      },
    },
    {
      sentence: 'user_locked is locked out.',
      async check() {
        expect((await logInEverywhere('user_locked')).answers).toEqual(['423 account_locked']);
      },
    },
    {
      sentence: 'user_slow takes 5 s.',
      async check() {
        const { answers, slept, count } = await logInEverywhere('user_slow');

        expect(answers).toEqual(['200 consent']);
        expect(slept).toEqual(Array(count).fill(5000));
      },
    },
    {
      sentence: "user_error fails on the provider's side.",
      async check() {
        expect((await logInEverywhere('user_error')).answers).toEqual(['502 provider_unavailable']);
      },
    },
  ],
};

/** The HTTP interface of the service: pages, endpoints of backends, dashboard, SDK, providers. */
export const section5: readonly Chapter[] = [page, ...backendChapters, dashboard, sdk, providers];
