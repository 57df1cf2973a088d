import { isText, readOwn } from '../protocol/record.ts';
import {
  type Answer,
  adviseOnAddress,
  clean,
  defaultTimeoutMs,
  isTimeout,
  joinPath,
  requestService,
  timeoutRule,
  toRefusalCode,
} from './request-service.ts';
import { parseServiceUrl } from './service-url.ts';
import { SessionError, type SessionErrorCode } from './session-error.ts';

/** The options of every request about a session. */
export interface SessionOptions {
  /** Address of the Connect service; https, or http on this machine. */
  readonly baseUrl: string | URL;
  /** The application's client ID. */
  readonly clientId: string;
  /** From the environment or a secret store; never in source code or in a browser. */
  readonly clientSecret: string;
  /** The longest wait for the whole response, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait early, with code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** The options of a request about one session. */
export interface NamedSessionOptions extends SessionOptions {
  /** The `sessionId` of `createSession`. */
  readonly sessionId: string;
}

/** A request to an endpoint for sessions. */
interface SessionRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/connect/sessions`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
}

/** @returns the path of a session, or of one of its actions */
export function toSessionPath(sessionId: unknown, action = ''): string {
  if (typeof sessionId === 'string' && /^\w{1,200}$/.test(sessionId))
    return `/${sessionId}${action}`;
  throw invalid('sessionId must be the sessionId of createSession');
}

/**
 * Sends one request that is never repeated.
 *
 * @returns the JSON of a success; undefined without a body
 * @throws SessionError
 */
export async function requestSession(
  options: SessionOptions,
  { method, path, headers, fields, status }: SessionRequest,
): Promise<unknown> {
  const { signal, fetch: send, timeoutMs = defaultTimeoutMs } = options;
  const url = checkOptions(options);
  url.pathname += path;
  const answer = await requestService({
    url,
    method,
    headers: {
      Authorization: createBasic(options),
      ...(fields ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
    timeoutMs,
    signal,
    fetch: send,
  });
  if ('failure' in answer) {
    throw new SessionError(answer.failure, clean(answer.message, [options.clientSecret]));
  }
  if (answer.status === status && !answer.isTooLong) return answer.body;
  throw toError(answer, `${method} ${url.href}`, { url, options });
}

/** @returns the error for a success whose body is another one */
export function createBadResponse(expected: string): SessionError {
  return new SessionError('bad_response', `The answer is not ${expected}. Check baseUrl.`);
}

/** @returns the error for a wrong option */
export function invalid(rule: string): SessionError {
  return new SessionError('invalid_options', `${rule}.`);
}

function checkOptions(options: SessionOptions): URL {
  const { baseUrl, clientId, clientSecret, timeoutMs = defaultTimeoutMs } = options;
  const url = parseServiceUrl(baseUrl);
  if (!url) throw invalid('baseUrl must be an https address (or http on localhost)');
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (!isText(value, 4096) || value === '') throw invalid(`${name} must be a non-empty string`);
  }
  if (!isTimeout(timeoutMs)) throw invalid(timeoutRule);
  return joinPath(url, '/connect/sessions');
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 Both halves are form-encoded first. */
function createBasic({ clientId, clientSecret }: SessionOptions): string {
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`;
}

/** Each code with its status. Proxies use some of these statuses, too. */
const refusals: Readonly<Record<string, SessionErrorCode>> = {
  '400 invalid_request': 'invalid_options',
  '401 invalid_client': 'invalid_client',
  '403 session_limit_reached': 'session_limit_reached',
  '404 not_found': 'not_found',
  '409 already_connected': 'already_connected',
  '409 already_exchanged': 'already_exchanged',
  '409 idempotency_key_reused': 'idempotency_key_reused',
  '409 not_connected': 'not_connected',
  '422 idempotency_key_reused': 'idempotency_key_reused',
};

function toError(
  answer: Answer,
  request: string,
  { url, options }: { readonly url: URL; readonly options: SessionOptions },
): SessionError {
  const { status, body } = answer;
  const code = toRefusalCode(answer, refusals);
  const description = readOwn(body, 'error_description');
  const advice = code === 'bad_response' ? adviseOnAddress(status, url) : '';
  const said = isText(description, 500) ? ` ${description}` : '';
  const message = `${request} answered ${status} (${code}).${advice}${said}`;
  return new SessionError(code, clean(message, [options.clientSecret]), status);
}
