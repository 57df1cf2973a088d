import { isOneOf } from '../protocol/record.ts';
import { ServiceError } from './service-error.ts';

const oauthErrorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
] as const;

/** The codes of RFC 6749, section 5.2, unchanged from the Connect service. */
type OauthErrorCode = (typeof oauthErrorCodes)[number];

/**
 * Why an exchange failed: OAuth's codes, and the following ones.
 *
 * - `invalid_options`: the call itself is wrong; the message names the option
 * - `network_error`: the Connect service could not be reached
 * - `timeout`, `aborted`: the response did not come in time, or the caller's signal fired
 * - `rate_limited`, `server_error`: the response of the Connect service has status 429 or 5xx
 * - `bad_response`: an invalid response, such as a redirect or the page of a proxy
 */
export type ExchangeErrorCode =
  | OauthErrorCode
  | 'invalid_options'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'rate_limited'
  | 'server_error'
  | 'bad_response';

/**
 * A failed exchange. It does not contain the client secret, the authorization code or an access token, so it may be
 * logged unchanged. `retryable` means that a new flow with a new code can succeed. The same code may have been
 * consumed although no response arrived.
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

/** @returns the code of a response that is not 200, from its member `error` and its status */
export function toExchangeErrorCode(error: unknown, status: number): ExchangeErrorCode {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  return isOneOf(error, oauthErrorCodes) ? error : 'bad_response';
}
