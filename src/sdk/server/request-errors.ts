import { type CommonErrorCode, ServiceError } from './service-error.ts';

/** Error codes of RFC 6749, section 5.2, which the Connect service sends. */
type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** Why an exchange failed: a code of RFC 6749, section 5.2, or a {@link CommonErrorCode}. */
export type ExchangeErrorCode = CommonErrorCode | OauthErrorCode;

/**
 * The error of a failed exchange. It does not contain the client secret, the authorization code or an access token,
 * so it may be logged unchanged. `retryable` means that a new flow with a new code can succeed. Do not exchange the
 * same code again: it may have been used although no response arrived.
 *
 * @example
 * ```ts
 * import { ExchangeError } from 'tax-connect/server';
 *
 * function canStartAgain(error: unknown): boolean {
 *   return error instanceof ExchangeError && error.retryable;
 * }
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export class ExchangeError extends ServiceError<ExchangeErrorCode> {
  static override readonly name = 'ExchangeError';
}

/**
 * Why a request about a connected account failed: a {@link CommonErrorCode}, or
 *
 * - `invalid_token`: the access token is wrong or revoked, or the account disconnected; connect the account again
 */
export type AccountErrorCode = CommonErrorCode | 'invalid_token';

/**
 * The error of a failed request about a connected account. It does not contain the access token, so it may be logged.
 *
 * @example
 * ```ts
 * import { AccountError } from 'tax-connect/server';
 *
 * function mustConnectAgain(error: unknown): boolean {
 *   return error instanceof AccountError && error.code === 'invalid_token';
 * }
 * ```
 */
export class AccountError extends ServiceError<AccountErrorCode> {
  static override readonly name = 'AccountError';
}

/**
 * Why reading tax records failed: a {@link CommonErrorCode}, or
 *
 * - `invalid_token`: the access token is wrong or revoked, or the account disconnected; connect the account again
 * - `login_required`, `consent_expired`: the provider asks the person to sign in again, or the consent has expired;
 *   let the person connect this account again, and then the same token works
 * - `not_shared`: the person has not allowed records of this type
 * - `not_found`: the account has no such record or file
 * - `not_supported`: the provider offers no records, or no files
 * - `provider_failed`, `provider_timeout`: the provider had a problem, or did not answer in time
 * - `too_large`: the file has more bytes than `maxBytes`
 *
 * `rate_limited` also stands for too many simultaneous reads.
 */
export type RecordsErrorCode =
  | CommonErrorCode
  | 'invalid_token'
  | 'login_required'
  | 'consent_expired'
  | 'not_shared'
  | 'not_found'
  | 'not_supported'
  | 'provider_failed'
  | 'provider_timeout'
  | 'too_large';

/**
 * The error of a failed read of tax records. It contains neither the access token nor a record, so it may be logged.
 *
 * @example
 * ```ts
 * import { RecordsError } from 'tax-connect/server';
 *
 * function mustSignInAgain(error: unknown): boolean {
 *   return error instanceof RecordsError && error.code === 'login_required';
 * }
 * ```
 */
export class RecordsError extends ServiceError<RecordsErrorCode> {
  static override readonly name = 'RecordsError';
}

/**
 * Why a request about a session failed: a {@link CommonErrorCode}, or
 *
 * - `invalid_client`: the client ID or the client secret is wrong
 * - `not_found`: the application has no such session, or it ended more than seven days ago
 * - `not_connected`: no account has been connected in the session, or the account has been disconnected since
 * - `already_exchanged`: the code of the session has already been exchanged
 * - `state_mismatch`: the account was connected by a page whose state is not the user's, so by someone else
 * - `code_pending`: the code may still be on its way through the browser, and a fresh code would make it invalid
 * - `already_connected`: the session cannot be canceled, because it has connected an account
 * - `idempotency_key_reused`: another request has used the key, with other options or another client secret
 * - `session_limit_reached`: the application has too many open sessions
 */
export type SessionErrorCode =
  | CommonErrorCode
  | 'invalid_client'
  | 'not_found'
  | 'not_connected'
  | 'already_exchanged'
  | 'code_pending'
  | 'state_mismatch'
  | 'already_connected'
  | 'idempotency_key_reused'
  | 'session_limit_reached';

/**
 * The error of a failed request about a session. It contains no secret and no code, so it may be logged.
 *
 * @example
 * ```ts
 * import { SessionError } from 'tax-connect/server';
 *
 * function hasNoAccount(error: unknown): boolean {
 *   return error instanceof SessionError && error.code === 'not_connected';
 * }
 * ```
 */
export class SessionError extends ServiceError<SessionErrorCode> {
  static override readonly name = 'SessionError';
}

/**
 * Why reading events failed: a {@link CommonErrorCode}, or
 *
 * - `invalid_client`: the client ID or the client secret is wrong
 * - `event_expired`: the event of `after` is too old, so events may be missing; read again without `after`, and check
 *   each connection with `getAccount`
 *
 * `invalid_options` also stands for an `after` that is not an event of this application.
 */
export type EventsErrorCode = CommonErrorCode | 'invalid_client' | 'event_expired';

/**
 * The error of a failed request for events. It does not contain the client secret, so it may be logged unchanged.
 *
 * @example
 * ```ts
 * import { EventsError } from 'tax-connect/server';
 *
 * function mustStartOver(error: unknown): boolean {
 *   return error instanceof EventsError && error.code === 'event_expired';
 * }
 * ```
 */
export class EventsError extends ServiceError<EventsErrorCode> {
  static override readonly name = 'EventsError';
}

/** Why listing the providers failed: a {@link CommonErrorCode}, or `invalid_client` for wrong credentials. */
export type ProvidersErrorCode = CommonErrorCode | 'invalid_client';

/**
 * The error of a failed request for the providers. It does not contain the client secret, so it may be logged.
 *
 * @example
 * ```ts
 * import { ProvidersError } from 'tax-connect/server';
 *
 * function canTryAgain(error: unknown): boolean {
 *   return error instanceof ProvidersError && error.retryable;
 * }
 * ```
 */
export class ProvidersError extends ServiceError<ProvidersErrorCode> {
  static override readonly name = 'ProvidersError';
}
