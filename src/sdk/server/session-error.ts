import { ServiceError } from './service-error.ts';

/**
 * Why a request about a session failed:
 *
 * - `invalid_options`: the call itself is wrong; the message names the option
 * - `invalid_client`: the client ID or the client secret is wrong
 * - `not_found`: the application has no such session, or it ended more than seven days ago
 * - `not_connected`: no account has been connected in the session, or it has been disconnected since
 * - `already_exchanged`: the code of the session has already been exchanged
 * - `state_mismatch`: a page with another state than the user's has connected the account
 * - `code_pending`: the code may still be on its way through the browser, and a fresh one would make it invalid
 * - `already_connected`: the session cannot be canceled, because it has connected an account
 * - `idempotency_key_reused`: another request has used the key, with other options or another client secret
 * - `session_limit_reached`: the application has too many open sessions
 * - `network_error`: the Connect service could not be reached
 * - `timeout`, `aborted`: the response did not come in time, or the caller's signal fired
 * - `rate_limited`, `server_error`: the response of the Connect service has status 429 or 5xx
 * - `bad_response`: the response is not from a Connect service, for example a redirect or a proxy's page
 */
export type SessionErrorCode =
  | 'invalid_options'
  | 'invalid_client'
  | 'not_found'
  | 'not_connected'
  | 'already_exchanged'
  | 'code_pending'
  | 'state_mismatch'
  | 'already_connected'
  | 'idempotency_key_reused'
  | 'session_limit_reached'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'rate_limited'
  | 'server_error'
  | 'bad_response';

/**
 * A failed request about a session. It contains neither the client secret nor the session's secret or code, so
 * it may be logged unchanged.
 *
 * @example
 * ```ts
 * import { finishSession, SessionError } from 'tax-connect/server';
 *
 * async function finish(sessionId: string) {
 *   const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
 *   const baseUrl = 'https://connect.example';
 *   try {
 *     return await finishSession({ baseUrl, clientId, clientSecret, sessionId });
 *   } catch (error) {
 *     if (error instanceof SessionError && error.code === 'not_connected') return undefined;
 *     throw error;
 *   }
 * }
 * ```
 */
export class SessionError extends ServiceError<SessionErrorCode> {
  static override readonly name = 'SessionError';
}
