import { randomBytes, randomInt } from 'node:crypto';

/** The application whose users connect. */
export interface SoakApplication {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly hostOrigin: string;
}

/** One connection, from the document of the Connect page to the access token. */
export interface Attempt {
  code?: string;
  /** The token in the service's answer. It must never be lost. */
  accessToken?: string;
  /** Refusals and broken connections, after each of which the client tried again. */
  readonly errors: AttemptError[];
  readonly beganAt: number;
  endedAt: number;
}

/** The unexpected answer that a client got. */
export interface AttemptError {
  readonly step: string;
  /** The status, or the code of the system's error. */
  readonly what: string;
  readonly at: number;
}

/** How often a person or a backend tries a step before they give up, and the pause between tries. */
const maxTries = 60;
const retryMs = 250;

/**
 * Connects one account as a person and a backend do. A step that fails is tried again at another process, and a
 * lost flow starts again. An exchange without an answer is repeated, too. If its code has been used, the service
 * refuses it.
 *
 * @param application - the application whose users connect
 * @param findUrl - returns the address of the next running process; undefined while none runs
 * @returns its code and token, and the errors before them
 */
export async function connectAccount(
  application: SoakApplication,
  findUrl: () => string | undefined,
): Promise<Attempt> {
  const attempt: Attempt = { errors: [], beganAt: Date.now(), endedAt: 0 };
  const username = `user_${randomBytes(8).toString('hex')}`;
  const send = createSender(attempt, findUrl);
  const flow = await startFlow(application, send);
  if (flow) {
    await flow('provider', { provider_id: 'soak' });
    await flow('login', { username });
    const issued = await flow('consent', { decision: 'allow' });
    if (typeof issued?.code === 'string') attempt.code = issued.code;
  }
  if (attempt.code !== undefined) {
    const { clientId: client_id, clientSecret: client_secret } = application;
    const body = JSON.stringify({ client_id, client_secret, code: attempt.code });
    const answer = await send('exchange', '/auth/token', {
      method: 'POST',
      headers: json,
      body,
    });
    if (answer !== undefined) {
      const { access_token } = JSON.parse(answer) as { access_token: string };
      attempt.accessToken = access_token;
    }
  }
  attempt.endedAt = Date.now();
  return attempt;
}

const json = { 'Content-Type': 'application/json' };

type Send = (step: string, path: string, init?: RequestInit) => Promise<string | undefined>;

/** Sends the document's and the host's part of a start. @returns sends one step of the flow */
async function startFlow({ clientId, hostOrigin }: SoakApplication, send: Send) {
  const document = await send('document', `/connect?client_id=${clientId}`);
  const [, flow_token] = /"flow_token":"([\da-f]+)"/.exec(document ?? '') ?? [];
  if (flow_token === undefined) return undefined;
  const step = async (name: string, fields: object) => {
    const headers = { ...json, 'Sec-Fetch-Site': 'same-origin' };
    const body = JSON.stringify({ flow_token, ...fields });
    const answer = await send(name, `/connect/flow/${name}`, { method: 'POST', headers, body });
    return answer === undefined ? undefined : (JSON.parse(answer) as Record<string, unknown>);
  };
  await step('start', {
    origin: hostOrigin,
    nonce: randomBytes(32).toString('base64url'),
    state: null,
  });
  return step;
}

/** Repeats a request until it gets an answer other than 503. */
function createSender(attempt: Attempt, findUrl: () => string | undefined): Send {
  // Limits count per address, so each person has a separate address.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return async (step, path, init = {}) => {
    const headers = { ...init.headers, 'X-Forwarded-For': address };
    for (let count = 0; count < maxTries; count += 1) {
      const { text, what, isFinal } = await ask(findUrl(), path, { ...init, headers });
      if (what === undefined) return text;
      if (isFinal) count = maxTries;
      attempt.errors.push({ step, what, at: Date.now() });
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
    return undefined;
  };
}

/** Sends one request. @returns the answer's text, or the error */
async function ask(url: string | undefined, path: string, init: RequestInit) {
  if (url === undefined) return { what: 'no process' };
  try {
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) });
    const text = await response.text();
    if (response.ok) return { text };
    const what = `${response.status} ${readError(text)}`.trim();
    return { what, isFinal: response.status !== 503 };
  } catch (error) {
    return { what: describeFailure(error) };
  }
}

function readError(text: string): string {
  const [, error = ''] = /"error":"([a-z_]+)"/.exec(text) ?? [];
  return error;
}

function describeFailure(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  return cause?.code ?? name;
}
