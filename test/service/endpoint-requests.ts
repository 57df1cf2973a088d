import { randomBytes } from 'node:crypto';
import type { TaxRecord } from 'tax-connect/providers';
import { vi } from 'vitest';
import { readFacts } from '../../src/connect/service/http/endpoint.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { createVisitor, dashboardPassword, type TestOperator } from './dashboard-harness.ts';
import { createHandoff, listen, openWindow, startFrame } from './handoff-harness.ts';
import { createTestService, type TestService } from './harness.ts';
import { createPng } from './images.ts';
import { createProviders, fakeSite } from './plugin-service.ts';
import { credentials, hostOrigin, introspectionSecret, nonce } from './test-application.ts';
import { asAdmin, authorization, readJson, redirectQuery } from './world.ts';

/* A request to every endpoint that it answers with success. */

/** A service with every endpoint, and a signed-in operator. */
export interface EndpointWorld {
  readonly service: TestService;
  readonly operator: TestOperator;
}

export async function createEndpointWorld(store: Store): Promise<EndpointWorld> {
  const service = await createTestService({
    store,
    config: { introspectionSecret },
    dashboardPassword,
    operatorProvider: {
      settingsHash: 'settings',
      host: 'login.example',
      begin: async () => 'https://login.example/?state=s',
      finish: async () => ({ subject: 'ada', label: 'ada', role: 'operator' }),
    },
    providers: createProviders([fakeSite]),
  });
  const operator = createVisitor(service);
  await operator.signIn();
  return { service, operator };
}

/** @returns the names of the rows of `app.ts`: method and path */
export function listEndpoints({ app }: TestService): readonly string[] {
  const rows = app.routes.flatMap(({ method, path, handler }) => {
    const own = method === 'ALL' ? readFacts(handler).method : method;
    return own === undefined ? [] : [`${own} ${path}`];
  });
  return [...new Set(rows)];
}

type Send = (world: EndpointWorld) => Response | Promise<Response>;

/** A request with the token of an account. */
const asOwner = (path: string, method: 'get' | 'post' = 'get'): Send => {
  return async ({ service }) => (await service.connectSandbox())[method](path);
};

/** A flow of the live application at a provider that has its own site. */
async function startAtSite(service: TestService) {
  const flow = await service.startFlow({ clientId: 'live_app', origin: 'https://app.example' });
  await flow.pick('fake');
  return flow;
}

/** A frame that waits for a window, and the window. */
async function wait(service: TestService) {
  const { frame, handoff } = await startFrame(service);
  const { events } = listen(frame);
  await vi.waitUntil(() => events.length > 0);
  return { frame, handoff, popup: await openWindow(service) };
}

async function visit(service: TestService) {
  const flow = await service.startVisit();
  await flow.pick('sandbox');
  await flow.logIn();
  return flow;
}

const step = (name: string) => `POST /connect/flow/${name}`;

const people: Readonly<Record<string, Send>> = {
  'GET /connect': ({ service }) => service.get(`/connect?${redirectQuery()}`),
  [step('start')]: async ({ service }) => {
    const flow = service.createFlow(await service.openPage('client_id=test_app'));
    const { session } = await service.makeSession();
    return await flow.send('start', { origin: hostOrigin, nonce, state: null, session });
  },
  [step('begin')]: async ({ service }) => {
    const { session } = await service.makeSession();
    return await service.postFromPage('/connect/flow/begin', { client_id: 'test_app', session });
  },
  [step('provider')]: async ({ service }) => (await service.startFlow()).pick('sandbox'),
  [step('back')]: async ({ service }) => (await service.signIn()).send('back'),
  [step('login')]: async ({ service }) => (await service.startLogin()).logIn(),
  [step('answer')]: async ({ service }) =>
    (await service.signIn({ username: 'user_mfa' })).send('answer', { answer: '123456' }),
  [step('resend')]: async ({ service }) => {
    const flow = await service.startLogin();
    const { challenge } = await readJson(flow.logIn('user_mfa'));
    return await flow.send('resend', { challenge_id: Object(challenge).id });
  },
  [step('consent')]: async ({ service }) => {
    const made = await service.makeSession();
    await service.allow({ session: made.session });
    await (await service.startRedirectFlow()).leaveBy('deny');
    return (await service.signIn()).send('consent', { decision: 'allow' });
  },
  [step('stay')]: async ({ service }) =>
    (await service.startFlow()).send('stay', { idle_seconds: 0 }),
  [step('authorize')]: async ({ service }) => (await startAtSite(service)).send('authorize'),
  'GET /connect/return': ({ service }) => service.get('/connect/return?state=s&code=c'),
  [step('resume')]: async ({ service }) => {
    const flow = await startAtSite(service);
    await flow.leaveForSite();
    return await flow.send('resume', { binding: { origin: 'https://app.example', nonce } });
  },
  [step('return')]: async ({ service }) => {
    const flow = await startAtSite(service);
    const { state } = await flow.leaveForSite();
    return await flow.comeBack(`code=abc&state=${state}`);
  },
  [step('end-access')]: async ({ service }) => {
    const { accountId } = await service.connectSandbox();
    return (await visit(service)).send('end-access', { account_id: accountId });
  },
  [step('handoff')]: async ({ service }) =>
    (await service.startFlow()).send('handoff', { handoff: createHandoff(), provider_id: null }),
  [step('ask')]: async ({ service }) => {
    const { handoff, popup } = await wait(service);
    return await popup.send('ask', { handoff });
  },
  [step('refuse')]: async ({ service }) => {
    const { handoff, popup } = await wait(service);
    await popup.send('ask', { handoff });
    return await popup.send('refuse', { handoff });
  },
  [step('join')]: async ({ service }) => {
    const { handoff, popup } = await wait(service);
    return await popup.joinByHandoff(handoff);
  },
  [step('events')]: async ({ service }) => {
    const answer = await (await wait(service)).frame.send('events');
    await answer.body?.cancel();
    return answer;
  },
  [step('code')]: async ({ service }) => {
    const { frame, handoff, popup } = await wait(service);
    await popup.joinByHandoff(handoff);
    await popup.pick('sandbox');
    await popup.logIn();
    await popup.send('consent', { decision: 'allow' });
    return await frame.send('code');
  },
  [step('leave')]: async ({ service }) => (await startFrame(service)).frame.send('leave'),
};

const backends: Readonly<Record<string, Send>> = {
  'POST /auth/token': async ({ service }) =>
    service.exchange({ code: await service.issueSandboxCode() }),
  'POST /sandbox/authorization_codes': ({ service }) =>
    service.post('/sandbox/authorization_codes', credentials),
  'POST /sandbox/accounts/:account_id/login_required': async ({ service }) => {
    return await service.requireLogin((await service.connectSandbox()).accountId);
  },
  'POST /auth/revoke': async ({ service }) =>
    service.revokeToken((await service.connectSandbox()).token),
  'POST /auth/introspect': async ({ service }) =>
    service.introspect((await service.connectSandbox()).token),
  'POST /connect/sessions': ({ service }) =>
    service.askForSession({}, { 'Idempotency-Key': `key ${randomBytes(8).toString('hex')}` }),
  'GET /connect/sessions/:session_id': async ({ service }) => {
    const { session_id } = await service.makeSession();
    return await service.get(`/connect/sessions/${session_id}`, authorization);
  },
  'POST /connect/sessions/:session_id/code': async ({ service }) => {
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    return await service.askLater(session_id);
  },
  'POST /connect/sessions/:session_id/cancel': async ({ service }) =>
    service.cancelSession((await service.makeSession()).session_id),
  'GET /events': ({ service }) => service.get('/events', authorization),
  'GET /providers': ({ service }) => service.get('/providers', authorization),
  'GET /account': asOwner('/account'),
  'GET /account/consent': async ({ service }) => (await service.connect()).get('/account/consent'),
  'POST /account/disconnect': asOwner('/account/disconnect', 'post'),
  'GET /records': asOwner('/records'),
  'GET /introspect': asOwner('/introspect'),
  'POST /disconnect': asOwner('/disconnect', 'post'),
  'GET /records/:record_id': ({ service }) => readRecord(service, ({ id }) => id),
  'GET /records/:record_id/files/:file_id': ({ service }) =>
    readRecord(service, ({ id, files }) => `${id}/files/${files[0]?.id}`),
};

/** Asks for the first record with a file, or for that file. */
async function readRecord(service: TestService, toPath: (record: TaxRecord) => string) {
  const owner = await service.connectSandbox();
  const { records } = await owner.read('/records');
  const [record] = (records as readonly TaxRecord[]).filter(({ files }) => files.length > 0);
  return await owner.get(`/records/${record && toPath(record)}`);
}

/** The bodies that an operator sends, by the end of the path. A number makes each body differ from the last one. */
const bodies: Readonly<Record<string, (count: number, ids: Ids) => object>> = {
  '/keys': (count) => ({ name: `Key ${count}`, scopes: ['audit:read'] }),
  '/providers/:provider_id/switch': () => ({ state: 'hidden' }),
  '/applications': () => ({ name: 'Shop', environment: 'test' }),
  '/:client_id/rename': (count) => ({ name: `Shop ${count}` }),
  '/:client_id/submission-limit': (count) => ({ submission_limit: 1000 + count }),
  '/:client_id/token-days': (count) => ({ token_days: 1 + count }),
  '/:client_id/logo': (count) => ({ logo: createPng(128 + count).toString('base64') }),
  '/:client_id/brand': (count) => ({ accent_color: `#00000${count % 10}`, support_url: null }),
  '/:client_id/consent-terms': (count) => ({ purpose: `For ${count}.`, privacy_url: null }),
  '/:client_id/providers': () => ({ provider_ids: ['sandbox'] }),
  '/:client_id/delete': () => ({ name: 'Shop' }),
  '/redirect-uris/add': (count) => ({ redirect_uri: `https://shop.io/${count}` }),
  '/redirect-uris/remove': (_, { redirectUri }) => ({ redirect_uri: redirectUri }),
  '/origins/add': (count) => ({ origin: `https://shop${count}.io` }),
  '/origins/remove': (_, { origin }) => ({ origin }),
  '/accounts/disconnect': (_, { accountId }) => ({ account_id: accountId }),
  '/sessions/cancel': (_, { sessionId }) => ({ session_id: sessionId }),
  '/webhooks/add': (count) => ({ url: `http://localhost:1/${count}`, types: 'all' }),
  '/:webhook_id/switch': () => ({ enabled: false }),
};

type Ids = Awaited<ReturnType<typeof prepare>>;

let count = 0;

/** These end what they name, or need it unchanged, so they get their own. */
const ends = /\/(?:delete|remove|disconnect|cancel|end|end-old|switch)$/;
const prepared = new WeakMap<TestService, Promise<Ids>>();

function findIds(service: TestService, path: string): Promise<Ids> {
  if (ends.test(path)) return prepare(service);
  const ids = prepared.get(service) ?? prepare(service);
  prepared.set(service, ids);
  return ids;
}

/** Everything that an operator can name. */
async function prepare(service: TestService) {
  const post = async (path: string, body: object = {}) =>
    await readJson(service.admin.post(`${path}`, body));
  const { client_id, client_secret } = await post('applications', {
    name: 'Shop',
    environment: 'test',
  });
  const one = `applications/${client_id}`;
  const own = { client_id: String(client_id), client_secret: String(client_secret) };
  const [origin, redirectUri] = ['https://shop.io', 'https://shop.io/callback'];
  await post(`${one}/origins/add`, { origin });
  await post(`${one}/redirect-uris/add`, { redirect_uri: redirectUri });
  await post(`${one}/secrets/rotate`);
  const code = await service.issueSandboxCode(own);
  const { account_id } = await readJson(service.exchange({ ...own, code }));
  const { webhook_id } = await post(`${one}/webhooks/add`, {
    url: 'http://localhost:1/',
    types: 'all',
  });
  return {
    origin,
    redirectUri,
    clientId: own.client_id,
    accountId: String(account_id),
    sessionId: String((await post(`${one}/sessions/create`)).session_id),
    keyId: String((await post('keys', { name: 'Old', scopes: ['audit:read'] })).key_id),
    webhookId: String(webhook_id),
    deliveryId: String((await post(`${one}/webhooks/${webhook_id}/test`)).delivery_id),
  };
}

const queries: Readonly<Record<string, string>> = { '/flows': '?reference=ABCD-EFGH' };

/** @returns a request of an operator that changes or reads something; the response, when it is sent */
export async function prepareOperatorRequest(
  { service, operator }: EndpointWorld,
  name: string,
): Promise<() => Promise<Response>> {
  const [method = '', path = ''] = name.split(' ');
  const ids = await findIds(service, path);
  count += 1;
  const end = Object.keys(bodies).find((one) => path.endsWith(one));
  const body = end === undefined ? {} : (bodies[end]?.(count, ids) ?? {});
  const address = path
    .replace(':client_id', ids.clientId)
    .replace(':webhook_id', ids.webhookId)
    .replace(':delivery_id', ids.deliveryId)
    .replace(':key_id', ids.keyId)
    .replace(':provider_id', 'sandbox')
    .concat(queries[path.replace(/^\/(admin|dashboard\/api)/, '')] ?? '');
  const own = address.replace('/dashboard/api/', '');
  if (own !== address) {
    // Another endpoint may have signed everyone out.
    await operator.signIn();
    return () => (method === 'GET' ? operator.get(own) : operator.post(own, body));
  }
  return async () =>
    method === 'GET'
      ? await service.get(address, asAdmin)
      : await service.post(address, body, asAdmin);
}

const entrances: Readonly<Record<string, Send>> = {
  'GET /dashboard/api/session': ({ operator }) => operator.get('session'),
  'POST /dashboard/api/sign-in': ({ service }) => createVisitor(service).signIn(),
  'POST /dashboard/api/provider-sign-in': ({ service }) =>
    createVisitor(service).post('provider-sign-in', { path: '/dashboard' }),
  'POST /dashboard/api/sign-out': async ({ service }) => {
    const visitor = createVisitor(service);
    await visitor.signIn();
    return await visitor.post('sign-out');
  },
};

const named = { ...people, ...backends, ...entrances };

/** @returns whether the endpoint is one of those of the dashboard and the admin API */
export const isOperators = (name: string) =>
  /^\S+ \/(admin|dashboard\/api)\//.test(name) && !(name in entrances);

/** @returns the response of the endpoint; undefined when this file has no request to it */
export async function askEndpoint(
  world: EndpointWorld,
  name: string,
): Promise<Response | undefined> {
  if (isOperators(name)) return await (await prepareOperatorRequest(world, name))();
  const send = named[name];
  if (send) return await send(world);
  // A document or a file. With a wrong name in its path, it is not found.
  const [method = '', path = ''] = name.split(' ');
  if (method !== 'GET') return undefined;
  const answer = await world.service.get(path.replace(/:\w+(\{.*?\})?/g, 'x'));
  return answer.status < 500 && answer.status !== 401 ? new Response() : answer;
}
