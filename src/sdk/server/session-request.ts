import {
  type ApplicationOptions,
  applicationNames,
  type Failure,
  requestAuthenticated,
} from './authenticated-request.ts';
import { SessionError, type SessionErrorCode } from './request-errors.ts';
import type { OptionNames } from './service-options.ts';

/** The options of every request about a session. */
export interface SessionOptions extends ApplicationOptions {}

/** The options of requests about an existing session. */
export interface NamedSessionOptions extends SessionOptions {
  /** The `sessionId` that `createSession` has returned. */
  readonly sessionId: string;
}

export const namedSessionNames: OptionNames<NamedSessionOptions> = {
  ...applicationNames,
  sessionId: true,
};

interface SessionRequest {
  readonly method: 'GET' | 'POST';
  /** The path below `/connect/sessions`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
  readonly status: 200 | 201 | 204;
}

/** @returns the path of a session, or of an action such as `/cancel` */
export function toSessionPath(sessionId: unknown, action = ''): string {
  if (typeof sessionId === 'string' && /^\w{1,200}$/.test(sessionId))
    return `/${sessionId}${action}`;
  throw invalid('sessionId must be the sessionId of createSession');
}

const refusals: Readonly<Record<string, SessionErrorCode>> = {
  '400 invalid_request': 'invalid_options',
  '401 invalid_client': 'invalid_client',
  '403 session_limit_reached': 'session_limit_reached',
  '404 not_found': 'not_found',
  '409 already_connected': 'already_connected',
  '409 already_exchanged': 'already_exchanged',
  '409 code_pending': 'code_pending',
  '409 idempotency_key_reused': 'idempotency_key_reused',
  '409 not_connected': 'not_connected',
  '422 idempotency_key_reused': 'idempotency_key_reused',
};

/**
 * Sends one request about a session, and never repeats it.
 *
 * @returns the parsed JSON of a successful response; otherwise the failure. `body` is undefined when the response has
 *   no JSON
 */
export function trySession<Options extends SessionOptions>(
  options: Options,
  request: SessionRequest,
  names: OptionNames<Options>,
): Promise<{ readonly body: unknown } | Failure<SessionErrorCode>> {
  const path = `/connect/sessions${request.path}`;
  return requestAuthenticated(options, { ...request, path, refusals }, names);
}

/** Does the same as {@link trySession}, but throws a `SessionError` instead of returning a failure. */
export async function requestSession<Options extends SessionOptions>(
  options: Options,
  request: SessionRequest,
  names: OptionNames<Options>,
): Promise<unknown> {
  return readBody(await trySession(options, request, names));
}

export function readBody(result: { readonly body: unknown } | Failure<SessionErrorCode>): unknown {
  if ('body' in result) return result.body;
  throw new SessionError(result.code, result.message, result);
}

export function createBadResponse(expected: string): SessionError {
  return new SessionError('bad_response', `The answer is not ${expected}. Check baseUrl.`);
}

export function invalid(rule: string): SessionError {
  return new SessionError('invalid_options', `${rule}.`);
}
