/**
 * Why a request about a connected account failed:
 *
 * - `invalid_options`: the call itself is wrong; the message names the option
 * - `invalid_token`: the access token was revoked or disconnected, or is wrong; connect the account again
 * - `network_error`: the Connect service could not be reached
 * - `timeout`, `aborted`: no answer in time, or the caller's signal fired
 * - `rate_limited`, `server_error`: the Connect service said so, with status 429 or 5xx
 * - `bad_response`: not an answer of a Connect service, such as a redirect or a proxy's page
 */
export type AccountErrorCode =
  | 'invalid_options'
  | 'invalid_token'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'rate_limited'
  | 'server_error'
  | 'bad_response';

const retryableCodes: readonly AccountErrorCode[] = [
  'network_error',
  'timeout',
  'aborted',
  'rate_limited',
  'server_error',
];

/**
 * A failed request about a connected account. No property of it holds the access token, so it may be
 * logged as it is.
 */
export class AccountError extends Error {
  /** What went wrong; stable across versions. */
  readonly code: AccountErrorCode;
  /** Whether the same request, sent again later, can succeed. */
  readonly retryable: boolean;
  /** HTTP status of the Connect service's answer, or null when there was none. */
  readonly status: number | null;

  /**
   * @param code - what went wrong
   * @param message - for developers, in English; may change at any time
   * @param status - HTTP status of the answer, or null when there was none
   */
  constructor(code: AccountErrorCode, message: string, status: number | null = null) {
    super(message);
    this.name = 'AccountError';
    this.code = code;
    this.retryable = retryableCodes.includes(code);
    this.status = status;
  }
}
