import type { ClientErrorStatusCode, ServerErrorStatusCode } from 'hono/utils/http-status';
import type { ConnectErrorCode } from 'tax-connect';

/** Error codes of the service's responses, in addition to the SDK's. */
export type ServiceErrorCode =
  | ConnectErrorCode
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'unauthorized_client'
  | 'invalid_credentials'
  | 'invalid_one_time_code'
  | 'invalid_answer'
  | 'wrong_number'
  | 'different_account'
  | 'not_approved'
  | 'account_locked'
  | 'too_many_attempts'
  | 'invalid_step'
  | 'not_found'
  | 'login_required'
  | 'consent_expired'
  | 'already_connected'
  | 'already_exchanged'
  | 'code_pending'
  | 'not_connected'
  | 'idempotency_key_reused'
  | 'session_limit_reached'
  | 'webhook_switched_off'
  | 'not_shared'
  | 'not_supported'
  | 'provider_failed'
  | 'provider_timeout'
  | 'event_expired';

export type RefusalStatus = ClientErrorStatusCode | ServerErrorStatusCode;

export interface RefusalExtras {
  /** True when the same request can succeed later, so that the page offers "Try again". Default: false. */
  readonly retryable?: boolean;
  /** The number of tries that are left before the person must wait. */
  readonly triesLeft?: number | undefined;
  /** Headers that belong to the status, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The exact reason, which is only logged, because callers must not learn it. */
  readonly detail?: string;
}

/** An error with which a check refuses a request. `answerError` turns it into the response. */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly error: ServiceErrorCode;
  readonly extras: RefusalExtras;

  /** @param description - one sentence for developers, without secrets */
  constructor(
    kind: readonly [RefusalStatus, ServiceErrorCode],
    description: string,
    extras: RefusalExtras = {},
  ) {
    super(description);
    this.name = 'Refusal';
    [this.status, this.error] = kind;
    this.extras = extras;
  }
}

/**
 * Formats a duration in whole seconds, at least one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function toRetryAfter(waitMs: number): { readonly 'Retry-After': string } {
  return { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };
}

export function createNothing(): Refusal {
  return new Refusal([404, 'not_found'], 'There is nothing at this address.');
}

export function createInvalid(description: string): Refusal {
  return new Refusal([400, 'invalid_request'], description);
}

/**
 * Creates a refusal with which the client may try again after five seconds.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4
 */
export function createUnavailable(description: string): Refusal {
  const headers = { 'Retry-After': '5' };
  return new Refusal([503, 'server_error'], description, { retryable: true, headers });
}
