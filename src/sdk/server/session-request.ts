import { type ApplicationOptions, applicationNames } from './authenticated-request.ts';
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

/** @returns the path of a session at the service, or of an action such as `/cancel` */
export function toSessionPath(sessionId: unknown, action = ''): string {
  if (typeof sessionId === 'string' && /^\w{1,200}$/.test(sessionId)) {
    return `/connect/sessions/${sessionId}${action}`;
  }
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

/** How every request about a session may fail. */
export const sessionFailures = { ErrorClass: SessionError, refusals };

export function invalid(rule: string): SessionError {
  return new SessionError('invalid_options', `${rule}.`);
}
