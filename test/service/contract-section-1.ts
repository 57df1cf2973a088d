import { expect } from 'vitest';
import { redirectUrl } from '../../src/sdk/index.ts';
import { createCallback, type TokenResponse } from '../../src/sdk/server.ts';
import type { Chapter } from './contract.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import {
  createFlow,
  createTestService,
  credentials,
  exchange,
  hostOrigin,
  issueCode,
  issueSandboxCode,
  isTokenValid,
  logIn,
  openPage,
  publicUrl,
  readError,
  readJson,
  redirectQuery,
  redirectUri,
  sendConsentForm,
  startFlow,
  startLogin,
  startRedirectFlow,
  type TestService,
  testApplication,
} from './harness.ts';

/** The host that a page in a frame is bound to. */
const binding = { origin: hostOrigin, nonce: 'n'.repeat(43), state: null };

const sendConsent = (service: TestService, flow_token: string) =>
  sendConsentForm(service, { flow_token, decision: 'allow' });

/** Runs the whole redirect flow; returns the address that the browser is sent to. */
async function goThroughRedirectFlow(
  service: TestService,
  options: Parameters<typeof startRedirectFlow>[1] = {},
): Promise<string> {
  const flow = await startRedirectFlow(service, options);
  const response = await sendConsent(service, flow.token);
  expect(response.status).toBe(303);
  return response.headers.get('Location') ?? '';
}

async function register(operator: TestOperator) {
  const answer = await operator.post('applications', { name: 'Shop', environment: 'test' });
  return (await readJson(answer)) as { client_id: string; client_secret: string };
}

/** An application's backend with its callback. It calls the service in process. */
function createBackend(service: TestService) {
  const stored: TokenResponse[] = [];
  const logged: string[] = [];
  const callback = createCallback({
    baseUrl: 'https://connect.example',
    clientId: testApplication.client_id,
    clientSecret: testApplication.client_secret,
    redirectUri: 'https://app.example/callback?tenant=a%20b',
    fetch: async (url, init) =>
      await service.app.request(new URL(String(url)).pathname, { ...init, signal: null }),
    onConnected: (tokens) => void stored.push(tokens),
    onError: (error) => void logged.push(JSON.stringify(error), String(error)),
  });
  const sendEmbedded = (code: string) =>
    callback(
      new Request(`https://app.example/callback?code=${code}`, {
        method: 'POST',
        headers: { Origin: 'https://app.example', 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
  /** From the application's own link to the end of the flow, in one browser. */
  const goThroughRedirect = async () => {
    const start = new Request('https://app.example/connect', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    const started = (await callback.startRedirect(start)).headers;
    const { searchParams } = new URL(started.get('Location') ?? '');
    const state = searchParams.get('state') ?? '';
    const location = await goThroughRedirectFlow(service, { state });
    const headers = {
      Cookie: started.getSetCookie()[0]?.split(';', 1)[0] ?? '',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Site': 'cross-site',
    };
    return await callback(new Request(location, { headers }));
  };
  return { stored, logged, sendEmbedded, goThroughRedirect };
}

const registration: Chapter = {
  title: 'an application',
  promises: [
    {
      sentence: 'A developer registers an application, which yields client_id and client_secret.',
      async check() {
        const operator = await createOperator();
        const application = await register(operator);

        const issued = await operator.service.post('/sandbox/authorization_codes', application);
        const page = await operator.service.app.request(
          `/connect?client_id=${application.client_id}`,
        );

        expect(Object.keys(application)).toEqual(['client_id', 'client_secret']);
        expect([issued.status, page.status]).toEqual([201, 200]);
      },
    },
    {
      sentence: 'The client_id is public, the client_secret is for servers only.',
      async check() {
        const operator = await createOperator();
        const { client_id, client_secret } = await register(operator);
        const { app } = operator.service;

        const page = await (await app.request(`/connect?client_id=${client_id}`)).text();
        const byBrowser = await operator.service.post(
          '/sandbox/authorization_codes',
          { client_id, client_secret },
          { Origin: hostOrigin },
        );

        expect(page).toContain('"flow_token"');
        expect(page).not.toContain(client_secret);
        expect(byBrowser.status).toBe(403);
      },
    },
    {
      sentence: 'Redirect URIs are registered for it in the dashboard, which has an add action.',
      async check() {
        const operator = await createOperator();
        const { client_id } = await register(operator);
        const redirect_uri = 'https://shop.io/callback';
        const open = () =>
          operator.service.app.request(
            `/connect?client_id=${client_id}&redirect_uri=${redirect_uri}`,
          );

        const before = await open();
        await operator.post(`applications/${client_id}/redirect-uris/add`, { redirect_uri });
        const after = await open();

        expect([before.status, after.status]).toEqual([400, 200]);
      },
    },
    {
      sentence: 'The dashboard points out placeholder and local-test URIs.',
      async check() {
        const operator = await createOperator();
        const { client_id } = await register(operator);
        const path = `applications/${client_id}/redirect-uris/add`;
        const uris = ['http://localhost:3000/cb', 'https://example.com/cb', 'https://shop.io/cb'];

        for (const redirect_uri of uris) await operator.post(path, { redirect_uri });
        const { redirect_uris } = await readJson(await operator.get(`applications/${client_id}`));

        expect(redirect_uris).toEqual([
          { address: uris[0], flag: 'local' },
          { address: uris[1], flag: 'placeholder' },
          { address: uris[2], flag: null },
        ]);
      },
    },
  ],
};

const flows: Chapter = {
  title: 'the two flows',
  promises: [
    {
      sentence: 'Two flows exist: one returns by redirect, the other runs embedded.',
      async check() {
        const service = await createTestService();

        const location = await goThroughRedirectFlow(service);
        const embedded = await issueCode(service);
        const redirected = new URL(location).searchParams.get('code');

        expect((await exchange(service, { code: embedded })).status).toBe(200);
        expect(
          (await exchange(service, { code: redirected, redirect_uri: redirectUri })).status,
        ).toBe(200);
      },
    },
    {
      sentence:
        'The redirect flow sends the browser to GET {connect_url}?client_id=…&redirect_uri=….',
      async check() {
        const service = await createTestService();
        const connectUrl = `${publicUrl}/connect`;

        const url = redirectUrl({ clientId: 'test_app', redirectUri, connectUrl });
        const page = await service.app.request(url.href);

        expect(url.href.startsWith(`${connectUrl}?`)).toBe(true);
        expect([...url.searchParams.keys()]).toEqual(['client_id', 'redirect_uri']);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain('"kind":"redirect"');
      },
    },
    {
      sentence:
        'The user picks a provider, logs in with its credentials and grants access, in this order.',
      async check() {
        const service = await createTestService();
        const flow = createFlow(service, await openPage(service, redirectQuery()));
        const { providers } = await readJson(await flow.send('start'));

        const early = await logIn(flow, 'user_good');
        const selected = await flow.send('provider', { provider_id: 'sandbox' });
        const ungranted = await sendConsent(service, flow.token);
        const wrong = await logIn(flow, 'user_good', 'not the password');
        const loggedIn = await logIn(flow, 'user_good');
        const granted = await sendConsent(service, flow.token);

        expect(providers).toContainEqual(expect.objectContaining({ id: 'sandbox' }));
        expect([early.status, ungranted.status, wrong.status]).toEqual([409, 409, 401]);
        expect([selected.status, loggedIn.status, granted.status]).toEqual([200, 200, 303]);
      },
    },
    {
      sentence: 'The user is sent back to redirect_uri with the query parameter code appended.',
      async check() {
        const service = await createTestService();

        const withQuery = await goThroughRedirectFlow(service);
        const plain = await goThroughRedirectFlow(service, {
          uri: 'http://localhost:4401/callback',
        });

        expect(withQuery).toMatch(
          /^https:\/\/app\.example\/callback\?tenant=a%20b&code=[\da-f]{64}$/,
        );
        expect(plain).toMatch(/^http:\/\/localhost:4401\/callback\?code=[\da-f]{64}$/);
      },
    },
    {
      sentence: 'An unregistered redirect_uri makes code generation fail.',
      async check() {
        const service = await createTestService();
        const foreign = 'https://evil.example/callback';

        const page = await service.app.request(`/connect?${redirectQuery(foreign)}`);
        const sandbox = await service.post('/sandbox/authorization_codes', {
          ...credentials,
          redirect_uri: foreign,
        });
        const control = await issueSandboxCode(service, { redirect_uri: redirectUri });

        expect([page.status, page.headers.get('Location')]).toEqual([400, null]);
        expect(await page.text()).not.toContain('flow_token');
        expect(await readError(sandbox)).toEqual([400, 'invalid_request']);
        expect(control).toMatch(/^[\da-f]{64}$/);
      },
    },
    {
      sentence: 'The embedded flow is GET {connect_url}?client_id=… without a redirect_uri.',
      async check() {
        const { app } = await createTestService();

        const page = await app.request('/connect?client_id=test_app');
        const empty = await app.request('/connect?client_id=test_app&redirect_uri=');

        expect(page.status).toBe(200);
        expect(await page.text()).toContain('"kind":"embedded"');
        expect(empty.status).toBe(400);
      },
    },
    {
      sentence:
        'In the embedded flow the page gets the code for the SDK, and no one is redirected.',
      async check() {
        const service = await createTestService();
        const flow = await startLogin(service);
        await logIn(flow, 'user_good');

        const form = await sendConsent(service, flow.token);
        const answer = await flow.send('consent', { decision: 'allow' });

        expect([form.status, form.headers.get('Location')]).toEqual([400, null]);
        expect([answer.status, answer.headers.get('Location')]).toEqual([200, null]);
        const { code, nonce } = await readJson(answer);
        expect(code).toMatch(/^[\da-f]{64}$/);
        expect(nonce).toBe('n'.repeat(43));
      },
    },
    {
      sentence: 'Those two are the only query parameters of the Connect address.',
      async check() {
        const service = await createTestService();
        const more = `state=from-query&nonce=${'q'.repeat(43)}&origin=https://evil.example`;
        const token = await openPage(service, `client_id=test_app&${more}&provider_id=sandbox`);
        const flow = createFlow(service, token);

        const unbound = await flow.send('start', {});
        const started = await flow.send('start', binding);
        const { origin } = await readJson(started);

        expect(unbound.status).toBe(400);
        expect(origin).toBe(hostOrigin);
      },
    },
    {
      sentence: 'Everything else the SDK has to say travels over the channel, not in the address.',
      async check() {
        const service = await createTestService();
        const finish = async (query: string, state: string | null) => {
          const flow = createFlow(service, await openPage(service, `client_id=test_app${query}`));
          await flow.send('start', { origin: hostOrigin, nonce: 'n'.repeat(43), state });
          await flow.send('provider', { provider_id: 'sandbox' });
          await logIn(flow, 'user_good');
          const { code } = await readJson(await flow.send('consent', { decision: 'allow' }));
          return (await readJson(await exchange(service, { code }))).state;
        };

        expect(await finish('&state=from-query', null)).toBeUndefined();
        expect(await finish('&state=from-query', 'from-channel')).toBe('from-channel');
      },
    },
  ],
};

const tokenExchange: Chapter = {
  title: 'the exchange',
  promises: [
    {
      sentence:
        'The backend sends POST {base_url}/auth/token with JSON: client_id, client_secret, code.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);

        const response = await service.app.request(`${publicUrl}/auth/token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...credentials, code }),
        });

        expect(response.status).toBe(200);
      },
    },
    {
      sentence: 'redirect_uri belongs to the redirect flow only, with the value that started it.',
      async check() {
        const service = await createTestService();
        const location = await goThroughRedirectFlow(service);
        const code = new URL(location).searchParams.get('code');

        const missing = await exchange(service, { code });
        const other = await exchange(service, {
          code,
          redirect_uri: 'http://localhost:4401/callback',
        });
        const same = await exchange(service, { code, redirect_uri: redirectUri });

        expect([missing.status, other.status, same.status]).toEqual([400, 400, 200]);
      },
    },
    {
      sentence: 'In the embedded flow a request with redirect_uri is an error.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);

        const refused = await exchange(service, { code, redirect_uri: redirectUri });
        const control = await exchange(service, { code });

        expect(await readError(refused)).toEqual([400, 'invalid_grant']);
        expect(control.status).toBe(200);
      },
    },
    {
      sentence:
        'Success answers a JSON object with exactly account_id, provider_id and access_token.',
      async check() {
        const service = await createTestService();

        const response = await exchange(service, { code: await issueCode(service) });
        const body = await readJson(response);

        expect(response.headers.get('Content-Type')).toBe('application/json');
        expect(Object.keys(body).sort()).toEqual(['access_token', 'account_id', 'provider_id']);
        for (const value of Object.values(body)) expect(value).toMatch(/^.+$/);
      },
    },
    {
      sentence:
        'An invalid or expired code, a wrong client_id, client_secret or redirect_uri is an error.',
      async check() {
        const service = await createTestService();
        const expired = await issueCode(service);
        service.advance(60_000);
        const code = await issueCode(service);

        const refused = await Promise.all([
          exchange(service, { code: 'f'.repeat(64) }),
          exchange(service, { code: expired }),
          exchange(service, { code, client_id: 'nobody' }),
          exchange(service, { code, client_secret: 'wrong' }),
          exchange(service, { code, redirect_uri: 'https://wrong.example' }),
        ]);
        const control = await exchange(service, { code });

        expect(refused.map(({ status }) => status)).toEqual([400, 400, 401, 401, 400]);
        expect(control.status).toBe(200);
      },
    },
    {
      sentence: 'A code is exchanged once.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => exchange(service, { code })),
        );
        const later = await exchange(service, { code });

        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        expect(later.status).toBe(400);
      },
    },
    {
      sentence: 'The endpoint cannot be reached from a frontend.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const send = (headers: Record<string, string>) =>
          service.post('/auth/token', { ...credentials, code }, headers);

        const refused = [
          await send({ Origin: publicUrl }),
          await send({ Origin: 'null' }),
          await send({ 'Sec-Fetch-Site': 'same-origin' }),
        ];
        const control = await send({});

        for (const { status, headers } of refused) {
          expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
        }
        expect(control.status).toBe(200);
      },
    },
  ],
};

const callbacks: Chapter = {
  title: "the application's callback",
  promises: [
    {
      sentence:
        'The backend receives the code as the query parameter code, exchanges it and stores the result.',
      async check() {
        const service = await createTestService();
        const backend = createBackend(service);

        const answer = await backend.sendEmbedded(await issueCode(service));
        const without = await backend.sendEmbedded('');

        expect([answer.status, without.status]).toEqual([204, 400]);
        expect(backend.stored.map(({ providerId }) => providerId)).toEqual(['sandbox']);
      },
    },
    {
      sentence:
        'The code comes from its own frontend or by the redirect; one endpoint serves both flows.',
      async check() {
        const service = await createTestService();
        const backend = createBackend(service);

        const embedded = await backend.sendEmbedded(await issueCode(service));
        const redirected = await backend.goThroughRedirect();

        expect([embedded.status, redirected.status]).toEqual([204, 303]);
        expect(backend.stored).toHaveLength(2);
        for (const { accessToken } of backend.stored) {
          expect(await isTokenValid(service.store, accessToken)).toBe(true);
        }
      },
    },
    {
      sentence: 'A code that is posted to the callback again revokes nothing.',
      async check() {
        const service = await createTestService();
        const backend = createBackend(service);
        const code = await issueCode(service);
        await backend.sendEmbedded(code);
        expect((await backend.sendEmbedded(code)).status).toBe(400);
        const token = String(backend.stored[0]?.accessToken);
        expect(await isTokenValid(service.store, token)).toBe(true);
        await exchange(service, { code });
        expect(await isTokenValid(service.store, token)).toBe(false);
      },
    },
    {
      sentence: 'The access token is never logged and never sent to the frontend.',
      async check() {
        const service = await createTestService();
        const backend = createBackend(service);
        const code = await issueCode(service);

        const answers = [await backend.sendEmbedded(code), await backend.sendEmbedded(code)];
        const sent = await Promise.all(
          answers.map(
            async (answer) => (await answer.text()) + JSON.stringify([...answer.headers]),
          ),
        );
        const [tokens] = backend.stored;

        const everything = [...sent, ...backend.logged, service.readLog(), JSON.stringify(tokens)];
        expect(tokens?.accessToken).toMatch(/^[\da-f]{64}$/);
        for (const text of everything) expect(text).not.toContain(tokens?.accessToken);
      },
    },
    {
      sentence: 'The access token is stored like a password: the service keeps its hash only.',
      async check() {
        const service = await createTestService();
        const exchanged = await exchange(service, { code: await issueCode(service) });
        const token = String((await readJson(exchanged)).access_token);
        const { createHash } = await import('node:crypto');
        const hash = createHash('sha256').update(token).digest('hex');

        expect(await isTokenValid(service.store, token)).toBe(true);
        expect(await isTokenValid(service.store, hash)).toBe(false);
      },
    },
    {
      sentence: 'When the exchange fails the user gets a helpful message and can try again.',
      async check() {
        const service = await createTestService();
        const backend = createBackend(service);
        const code = await issueCode(service);
        await backend.sendEmbedded(code);

        const used = await readJson(await backend.sendEmbedded(code));
        const retried = await backend.sendEmbedded(await issueCode(service));

        expect(used).toMatchObject({ error: 'invalid_grant', retryable: true });
        expect(used.error_description).toMatch(/connect again/);
        expect(retried.status).toBe(204);
      },
    },
  ],
};

const testCredentials: Chapter = {
  title: 'test credentials',
  promises: [
    {
      sentence: 'Test credentials work for one provider only.',
      async check() {
        const service = await createTestService();
        const flow = await startFlow(service);
        const token = await openPage(service, 'client_id=test_app');
        const started = await createFlow(service, token).send('start', binding);
        const { providers } = (await readJson(started)) as { providers: { id: string }[] };
        const statuses: Record<string, number> = {};

        for (const { id } of providers) {
          const response = await flow.send('provider', { provider_id: id });
          statuses[id] = response.status;
          if (response.ok) await flow.send('back');
        }

        const usable = Object.keys(statuses).filter((id) => statuses[id] === 200);
        expect(usable).toEqual(['sandbox']);
        expect(Object.values(statuses).filter((status) => status === 403).length).toBeGreaterThan(
          11,
        );
      },
    },
    {
      sentence: 'Test credentials work for a limited number of submissions.',
      async check() {
        const applications = [{ ...testApplication, submission_limit: 3 }];
        const service = await createTestService({ applications });
        const flow = await startLogin(service);

        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, index) => logIn(flow, `nobody_${index}`)),
        );
        const statuses = answers.map(({ status }) => status);

        expect(statuses.filter((status) => status === 401)).toHaveLength(3);
        expect(statuses.filter((status) => status === 403)).toHaveLength(37);
      },
    },
  ],
};

/** Registration, the two flows, the exchange, the callback, test credentials. */
export const section1: readonly Chapter[] = [
  registration,
  flows,
  tokenExchange,
  callbacks,
  testCredentials,
];
