/**
 * The error codes that every request to the Connect service can have:
 *
 * - `invalid_options`: the call itself is wrong; the message names the option
 * - `network_error`: the Connect service could not be reached, or the connection was lost
 * - `timeout`, `aborted`: the response did not come in time, or the caller's signal fired
 * - `rate_limited`, `server_error`: the response of the Connect service has status 429 or 5xx
 * - `bad_response`: the response is not from a Connect service, for example a redirect or a proxy's page
 */
export type CommonErrorCode =
  | 'invalid_options'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'rate_limited'
  | 'server_error'
  | 'bad_response';

// Codes after which the same request can succeed later. After `invalid_grant`, only a new flow can succeed.
const retryableCodes: readonly string[] = [
  'invalid_grant',
  'network_error',
  'timeout',
  'aborted',
  'rate_limited',
  'code_pending',
  'provider_failed',
  'provider_timeout',
  'server_error',
];

/** The details of a failure, besides its code and its message. */
export interface FailureDetails {
  /** HTTP status of the Connect service's response; null when there was no response. */
  readonly status?: number | null | undefined;
  /** See {@link ServiceError.retryAfterSeconds}. */
  readonly retryAfterSeconds?: number | null | undefined;
  /** Overrides the value of `retryable` that the code determines. */
  readonly retryable?: boolean;
  /** The underlying error, for the application's log. It is never sent. */
  readonly cause?: unknown;
}

/**
 * The base class of every error of `tax-connect/server`. No error contains a secret, a code or a token, so every
 * error may be logged unchanged. Only its `cause` may come from other code.
 *
 * @example
 * ```ts
 * import { ServiceError } from 'tax-connect/server';
 *
 * function canTryAgain(error: unknown): boolean {
 *   return error instanceof ServiceError && error.retryable;
 * }
 * ```
 */
export class ServiceError<Code extends string = string> extends Error {
  /** Set here, because consoles print the name of the class, which the minifier of an application would shorten. */
  static override readonly name: string = 'ServiceError';
  /** The error's code; stable across versions. */
  readonly code: Code;
  /** True when the same request can succeed later. For an exchange or a callback: when a new flow can succeed. */
  readonly retryable: boolean;
  /** HTTP status of the response; null when there was no response. */
  readonly status: number | null;
  /** The number of seconds to wait before the next try; null when the service does not say. */
  readonly retryAfterSeconds: number | null;

  /** @param message - for developers, in English; may change at any time */
  constructor(code: Code, message: string, details: FailureDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : {});
    // An assignment fails in a process that has frozen `Error.prototype`.
    const name = { value: new.target.name, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(this, 'name', name);
    this.code = code;
    this.retryable = details.retryable ?? retryableCodes.includes(code);
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
