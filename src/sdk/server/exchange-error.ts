import { isOneOf } from '../protocol/record.ts';

const oauthErrorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
] as const;

/** The codes of RFC 6749, section 5.2; they arrive unchanged from the Connect service. */
type OauthErrorCode = (typeof oauthErrorCodes)[number];

/**
 * Why an exchange failed: OAuth's own codes, and ours for what OAuth has no word for.
 *
 * - `invalid_options`: the call itself is wrong; the message names the option
 * - `network_error`: the Connect service could not be reached
 * - `timeout`, `aborted`: no answer in time, or the caller's signal fired
 * - `rate_limited`, `server_error`: the Connect service said so, with status 429 or 5xx
 * - `bad_response`: an invalid answer, such as a redirect or the page of a proxy
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

// The code may have been consumed although no answer arrived: only a new flow is safe.
const retryableCodes: readonly ExchangeErrorCode[] = [
  'invalid_grant',
  'network_error',
  'timeout',
  'aborted',
  'rate_limited',
  'server_error',
];

/**
 * A failed exchange. Neither its message nor any other property holds the client secret, the
 * authorization code or an access token, so it may be logged as it is.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export class ExchangeError extends Error {
  /** What went wrong; stable across versions. */
  readonly code: ExchangeErrorCode;
  /** Whether a new flow, and with it a new code, can succeed. The same code never will. */
  readonly retryable: boolean;
  /** HTTP status of the Connect service's answer, or null when there was none. */
  readonly status: number | null;

  /**
   * @param code - what went wrong
   * @param message - for developers, in English; may change at any time
   * @param status - HTTP status of the answer, or null when there was none
   */
  constructor(code: ExchangeErrorCode, message: string, status: number | null = null) {
    super(message);
    this.name = 'ExchangeError';
    this.code = code;
    this.retryable = retryableCodes.includes(code);
    this.status = status;
  }
}

/**
 * @param error - the `error` member of an answer that is not 200
 * @param status - the answer's HTTP status
 * @returns the code the application gets to see
 */
export function toExchangeErrorCode(error: unknown, status: number): ExchangeErrorCode {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  return isOneOf(error, oauthErrorCodes) ? error : 'bad_response';
}
