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
