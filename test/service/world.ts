import {
  adminToken,
  credentials,
  hostOrigin,
  introspectionSecret,
  nonce,
  publicUrl,
  redirectUri,
} from './test-application.ts';

/* The actions of people, backends and operators, at a service in this process or at another one's address. */

export type Json = Record<string, unknown>;
type Headers = Record<string, string>;

/** The JSON of a response. */
export async function readJson(response: Response | Promise<Response>): Promise<Json> {
  return (await (await response).json()) as Json;
}

/** Status and `error` of a response. */
export async function readError(
  response: Response | Promise<Response>,
): Promise<readonly [number, unknown]> {
  const { status } = await response;
  return [status, (await readJson(response)).error];
}

/** The status of a response. */
export const readStatus = async (response: Response | Promise<Response>) => (await response).status;

/** Does this so many times at once. @returns what each returns */
export const atOnce = <Result>(count: number, act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/** Does this so many times, one after the other. @returns what each returns */
export async function inTurn<Result>(count: number, act: (index: number) => Promise<Result>) {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await act(index));
  return results;
}

/**
 * Reads every page of a list, the first one after ''. Throws if a page leads back to an earlier one: the reading would
 * never end.
 *
 * @returns the pages in their order
 */
export async function readPages<Page extends { readonly next: string | null }>(
  read: (after: string) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages = [await read('')];
  const seen = new Set<string>();
  for (let after = pages[0]?.next; typeof after === 'string'; after = pages.at(-1)?.next) {
    if (seen.has(after)) throw new Error(`The pages lead back to the one after ${after}.`);
    seen.add(after);
    pages.push(await read(after));
  }
  return pages;
}

export const bearer = (token: unknown) => ({ Authorization: `Bearer ${token}` });
export const asAdmin = bearer(adminToken);

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** The header with which a backend authenticates. */
export const basic = ({ client_id, client_secret }: Credentials) => ({
  Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
});

/** The same of the test application. */
export const authorization = basic(credentials);

/** A session as its backend gets it. */
export interface MadeSession {
  readonly session_id: string;
  readonly session: string;
  readonly url: string;
  readonly expires_at: string;
}

/** A person's visit: the application, the page and the provider. */
interface Visit {
  readonly application?: Credentials;
  readonly origin?: string;
  readonly providerId?: string;
  readonly username?: string;
  readonly password?: string;
  readonly session?: string | null;
}

/** The data in a document of the service. */
export function readData(html: string): Json {
  const [, data = '{}'] =
    /<script type="application\/json" id="flow">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(data) as Json;
}

export const redirectQuery = (uri = redirectUri, state?: string) =>
  `client_id=test_app&redirect_uri=${encodeURIComponent(uri)}${
    state === undefined ? '' : `&state=${encodeURIComponent(state)}`
  }`;

export type Request = (path: string, init?: RequestInit) => Response | Promise<Response>;
export type Post = (path: string, body: unknown, headers?: Headers) => Promise<Response>;

const createPost =
  (request: Request): Post =>
  async (path, body, headers = {}) =>
    await request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

/** A flow with the page's requests. */
export type TestFlow = ReturnType<typeof createTestFlow>;

function createTestFlow(post: Post, token: string, headers: Headers) {
  const send = (step: string, fields: object = {}) =>
    post(`/connect/flow/${step}`, { flow_token: token, ...fields }, headers);
  const read = (step: string, fields: object = {}) => readJson(send(step, fields));
  return {
    token,
    send,
    read,
    pick: (provider_id: string) => send('provider', { provider_id }),
    logIn: (username = 'user_good', password = 'pass_good') =>
      send('login', { username, password }),
    /** Presses Allow. @returns the code */
    allow: async () => String((await read('consent', { decision: 'allow' })).code),
    /** Ends a redirect flow. @returns the address where the browser goes */
    leaveBy: async (decision: string) => String((await read('consent', { decision })).location),
    /** Leaves for the site of the provider. @returns its address, and the state of OAuth in it */
    async leaveForSite() {
      const url = new URL(String((await read('authorize')).url));
      return { url, state: url.searchParams.get('state') ?? '' };
    },
    comeBack: (query: string) => send('return', { query }),
    /** The page of a window asks its user, who has opened the window, and joins. */
    async joinByHandoff(handoff: string): Promise<Response> {
      const asked = await send('ask', { handoff });
      return asked.ok ? await send('join', { handoff }) : asked;
    },
  };
}

/** @param fromPage - the headers of a request of the service's own pages */
export function createActs(request: Request, fromPage: Headers = { Origin: publicUrl }) {
  const post = createPost(request);
  const get = async (path: string, headers: Headers = {}) => await request(path, { headers });
  const read = (path: string, headers: Headers = {}) => readJson(get(path, headers));
  const sending = { request, post, get, read, fromPage };
  return {
    ...{ get, post, read },
    asOwner: (token: unknown) => createOwner(sending, token),
    admin: {
      get: (path: string) => get(`/admin/${path}`, asAdmin),
      read: (path: string) => read(`/admin/${path}`, asAdmin),
      post: (path: string, body: unknown = {}) => post(`/admin/${path}`, body, asAdmin),
    },
    sendForm: (path: string, fields: Record<string, string>, headers: Headers = {}) =>
      sendForm(request, path, { fields, headers }),
    introspect: (token: unknown, secret = introspectionSecret) =>
      sendForm(request, '/auth/introspect', {
        fields: { token: String(token) },
        headers: bearer(secret),
      }),
    revokeToken: (token: unknown, { client_id, client_secret }: Credentials = credentials) =>
      sendForm(request, '/auth/revoke', {
        fields: { token: String(token), client_id, client_secret },
      }),
    disconnect: (token: unknown) => createOwner(sending, token).post('/account/disconnect'),
    disconnectAsAdmin: (account_id: unknown, clientId = 'test_app') =>
      post(`/admin/applications/${clientId}/accounts/disconnect`, { account_id }, asAdmin),
    /** The provider of the account no longer accepts its grant. */
    requireLogin: (accountId: unknown, { client_id, client_secret }: Credentials = credentials) =>
      post(`/sandbox/accounts/${accountId}/login_required`, { client_id, client_secret }),
    readMetrics: async () => await (await get('/metrics')).text(),
    async listEvents(headers: Headers = authorization) {
      const { events } = await read('/events', headers);
      return events as readonly { readonly type: string; readonly data: Json }[];
    },
    ...createFlowActs(sending),
    ...createSessionActs(sending),
  };
}

async function sendForm(
  request: Request,
  path: string,
  { fields, headers = {} }: { fields: Record<string, string>; headers?: Headers },
): Promise<Response> {
  return await request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

interface Sending {
  readonly request: Request;
  readonly post: Post;
  get(path: string, headers?: Headers): Promise<Response>;
  read(path: string, headers?: Headers): Promise<Json>;
  readonly fromPage: Headers;
}

/** Requests with the token of an account. */
function createOwner({ request, read }: Sending, token: unknown) {
  return {
    token: String(token),
    get: async (path: string, init: RequestInit = {}) =>
      await request(path, { ...init, headers: bearer(token) }),
    read: (path: string) => read(path, bearer(token)),
    post: async (path: string) => await request(path, { method: 'POST', headers: bearer(token) }),
  };
}

function createFlowActs(sending: Sending) {
  const { post, get } = sending;
  const createFlow = (token: string, headers: Headers = {}) =>
    createTestFlow(post, token, { ...sending.fromPage, ...headers });
  /** Loads the Connect page and returns the flow token in its document. */
  const openPage = async (query: string, headers: Headers = {}) =>
    String(readData(await (await get(`/connect?${query}`, headers)).text()).flow_token);
  /** The page binds its flow to its host. @param more - replaces fields of the request */
  async function bind(origin: string, clientId: string, more: object = {}) {
    const flow = createFlow(await openPage(`client_id=${clientId}`));
    const started = await flow.send('start', { origin, nonce, state: null, ...more });
    return { flow, started };
  }
  async function startFlow({
    clientId = 'test_app',
    state = null as string | null,
    origin = hostOrigin,
    session = null as string | null,
  } = {}) {
    const { flow } = await bind(origin, clientId, {
      state,
      ...(session === null ? {} : { session }),
    });
    return flow;
  }
  /** A flow whose person has signed in. */
  async function signIn(visit: Visit = {}) {
    const { application = credentials, providerId = 'sandbox', session = null } = visit;
    const { origin = hostOrigin, username, password } = visit;
    const flow = await startFlow({ clientId: application.client_id, origin, session });
    await flow.pick(providerId);
    await flow.logIn(username, password);
    return flow;
  }
  const exchange = (fields: object) => post('/auth/token', { ...credentials, ...fields });
  /** @returns what an application has after it has exchanged a code */
  async function finish(code: unknown, { client_id, client_secret }: Credentials = credentials) {
    const answer = await readJson(exchange({ client_id, client_secret, code }));
    const accountId = String(answer.account_id);
    return { accountId, ...createOwner(sending, answer.access_token) };
  }
  /** The person signs in and presses Allow. @returns the code */
  const allow = async (visit: Visit = {}) => (await signIn(visit)).allow();
  /** Issues a code by the sandbox endpoint. */
  const issueSandboxCode = async (fields: object = {}) =>
    String(
      (await readJson(post('/sandbox/authorization_codes', { ...credentials, ...fields }))).code,
    );
  return {
    ...{ createFlow, openPage, bind, startFlow, signIn, allow, exchange, finish, issueSandboxCode },
    connect: async (visit: Visit = {}) => await finish(await allow(visit), visit.application),
    /** The same without a flow, at the sandbox. */
    connectSandbox: async (fields: Partial<Credentials> & { readonly username?: string } = {}) =>
      await finish(await issueSandboxCode(fields), { ...credentials, ...fields }),
    /** A flow of a live application after the user has picked a plug-in. */
    async startAt(
      providerId = 'fake',
      visit: { readonly clientId?: string; readonly session?: string | null } = {},
    ) {
      const flow = await startFlow({ clientId: 'live_app', ...visit });
      await flow.pick(providerId);
      return flow;
    },
    /** A flow after the user has picked the sandbox. */
    async startLogin() {
      const flow = await startFlow();
      await flow.pick('sandbox');
      return flow;
    },
    /** A redirect flow at its consent. */
    async startRedirectFlow({
      uri = redirectUri,
      state,
      query = redirectQuery(uri, state),
    }: {
      uri?: string;
      state?: string;
      query?: string;
    } = {}) {
      const flow = createFlow(await openPage(query));
      await flow.send('start');
      await flow.pick('sandbox');
      await flow.logIn();
      return flow;
    },
    /** Issues a code by a whole embedded flow. */
    issueCode: () => allow(),
    /** Starts a flow in a page that has the session. */
    openSession: (
      session: string | null,
      { clientId = 'test_app', state = null as string | null } = {},
    ) => bind(hostOrigin, clientId, { state, session }),
    /** A visit at `/manage`. */
    async startVisit(headers: Headers = {}) {
      const html = await (await get('/manage', headers)).text();
      const visit = createFlow(String(readData(html).flow_token), headers);
      await visit.send('start');
      return visit;
    },
  };
}

/** A backend's actions with its sessions. */
function createSessionActs({ request, post, read }: Sending) {
  const pathOf = (sessionId: string) => `/connect/sessions/${sessionId}`;
  const askForSession = (fields: object = {}, headers: Headers = {}) =>
    post('/connect/sessions', fields, { ...authorization, ...headers });
  return {
    askForSession,
    makeSession: async (fields: object = {}, headers: Headers = {}) =>
      (await (await askForSession(fields, headers)).json()) as MadeSession,
    readSession: (sessionId: string) => read(pathOf(sessionId), authorization),
    askForCode: async (sessionId: string, headers: Headers = authorization) =>
      await request(`${pathOf(sessionId)}/code`, { method: 'POST', headers }),
    cancelSession: async (sessionId: string, headers: Headers = authorization) =>
      await request(`${pathOf(sessionId)}/cancel`, { method: 'POST', headers }),
  };
}
