import {
  createFlow,
  credentials,
  exchange,
  hostOrigin,
  logIn,
  nonce,
  openPage,
  readJson,
  type TestFlow,
  type TestService,
} from './harness.ts';

/** A session as its backend gets it. */
export interface MadeSession {
  readonly session_id: string;
  readonly session: string;
  readonly url: string;
  readonly expires_at: string;
}

export const toBasic = (client_id: string, client_secret: string) =>
  `Basic ${btoa(`${client_id}:${client_secret}`)}`;

/** The header with which the backend of the test application authenticates. */
export const authorization = {
  Authorization: toBasic(credentials.client_id, credentials.client_secret),
};

export const askForSession = (service: TestService, fields: object = {}, headers = {}) =>
  service.post('/connect/sessions', fields, { ...authorization, ...headers });

export async function makeSession(
  service: TestService,
  fields: object = {},
  headers = {},
): Promise<MadeSession> {
  const response = await askForSession(service, fields, headers);
  return (await response.json()) as MadeSession;
}

/** Starts a flow in a page that has the session. */
export async function openSession(
  service: TestService,
  session: string | null,
  { clientId = 'test_app', state = null as string | null } = {},
): Promise<{ readonly flow: TestFlow; readonly started: Response }> {
  const flow = createFlow(service, await openPage(service, `client_id=${clientId}`));
  const started = await flow.send('start', { origin: hostOrigin, nonce, state, session });
  return { flow, started };
}

/** A flow of the session before the person decides. */
export async function reachConsent(service: TestService, session: string): Promise<TestFlow> {
  const { flow } = await openSession(service, session);
  await flow.send('provider', { provider_id: 'sandbox' });
  await logIn(flow, 'user_good');
  return flow;
}

/** The person connects an account in the session. */
export async function succeed(service: TestService, session: string): Promise<string> {
  const flow = await reachConsent(service, session);
  return String((await readJson(await flow.send('consent', { decision: 'allow' }))).code);
}

export async function readSession(service: TestService, sessionId: string) {
  const path = `/connect/sessions/${sessionId}`;
  return await readJson(await service.app.request(path, { headers: authorization }));
}

/** Does the same as {@link askForCode}, but first lets pass the time in which the last code may arrive. */
export function askLater(service: TestService, sessionId: string, headers = authorization) {
  service.advance(30_000);
  return askForCode(service, sessionId, headers);
}

export const askForCode = (service: TestService, sessionId: string, headers = authorization) =>
  service.app.request(`/connect/sessions/${sessionId}/code`, { method: 'POST', headers });

export const cancel = (service: TestService, sessionId: string, headers = authorization) =>
  service.app.request(`/connect/sessions/${sessionId}/cancel`, { method: 'POST', headers });

export async function exchangeCode(service: TestService, code: unknown) {
  return await readJson(await exchange(service, { code }));
}
