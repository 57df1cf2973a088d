import type { ConnectErrorCode } from 'tax-connect';

/** Codes of the service's answers, beyond those of the SDK. */
export type ServiceErrorCode =
  | ConnectErrorCode
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_token'
  | 'unauthorized_client'
  | 'invalid_credentials'
  | 'invalid_one_time_code'
  | 'invalid_answer'
  | 'not_approved'
  | 'account_locked'
  | 'invalid_step'
  | 'not_found';

/** Statuses a refusal may have. */
export type RefusalStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 409
  | 413
  | 415
  | 423
  | 429
  | 500
  | 502
  | 503;

/** What a refusal may say beyond its status and sentence. */
export interface RefusalExtras {
  /** Whether the same request, sent again, can succeed; the page offers "Try again" then. */
  readonly retryable?: boolean;
  /** Headers that belong to the status, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The exact reason, for the log only: callers must not learn it. */
  readonly detail?: string;
}

/** A request that a check refused. `answerError` turns it into the answer. */
export class Refusal extends Error {
  /** HTTP status of the answer. */
  readonly status: RefusalStatus;
  /** The `error` of the answer. */
  readonly error: ServiceErrorCode;
  /** See {@link RefusalExtras}. */
  readonly extras: RefusalExtras;

  /**
   * @param kind - HTTP status and `error` of the answer
   * @param description - one sentence for developers, without anything secret
   * @param extras - what else the answer or the log says
   */
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
 * @param waitMs - how long to wait, in milliseconds
 * @returns the header that says so, in whole seconds and at least one
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function toRetryAfter(waitMs: number): { readonly 'Retry-After': string } {
  return { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };
}
