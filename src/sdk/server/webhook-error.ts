import { ServiceError } from './service-error.ts';

/**
 * Why a webhook was not accepted:
 *
 * - `invalid_options`: an option of the handler is wrong; the message names the option
 * - `method_not_allowed`: the request is not a POST
 * - `body_already_read`: other code has already read the body, and has not kept it as it was sent
 * - `body_too_large`: the body has more than 64 kB
 * - `invalid_request`: headers are missing, or the signed body is not an event
 * - `invalid_timestamp`: the webhook's time is more than five minutes off; compare the clocks
 * - `invalid_signature`: no secret of this handler has signed these bytes
 * - `event_failed`: `onEvent` threw `cause`. The service sends the event again
 */
export type WebhookErrorCode =
  | 'invalid_options'
  | 'method_not_allowed'
  | 'body_already_read'
  | 'body_too_large'
  | 'invalid_request'
  | 'invalid_timestamp'
  | 'invalid_signature'
  | 'event_failed';

// The text is for developers, and reveals no internal details.
const responses: Readonly<Record<WebhookErrorCode, readonly [status: number, text: string]>> = {
  invalid_options: [500, 'This endpoint is not set up. Its log says why.'],
  method_not_allowed: [405, 'Webhooks are sent by POST.'],
  body_already_read: [
    500,
    'Other code has read the body before. Mount the webhook before body parsers, or keep the body as it was sent.',
  ],
  body_too_large: [413, 'The body is too large for an event.'],
  invalid_request: [
    400,
    'Send an event as JSON, with the headers webhook-id, webhook-timestamp and webhook-signature.',
  ],
  invalid_timestamp: [
    401,
    'The time in webhook-timestamp is more than five minutes off. Compare the clocks.',
  ],
  invalid_signature: [
    401,
    'The signature does not match. Compare the secret, and pass on the body as it was sent.',
  ],
  event_failed: [500, 'The event was not handled. Send it again later.'],
};

interface WebhookErrorOptions {
  readonly rule?: string;
  readonly cause?: unknown;
}

/**
 * The error for a webhook that was not accepted. It contains neither secret nor signature, so it may be logged.
 *
 * @example
 * ```ts
 * import { WebhookError } from 'tax-connect/server';
 *
 * function logProblem(error: unknown): void {
 *   if (error instanceof WebhookError) console.error(error.code, error.status, error.cause);
 * }
 * ```
 */
export class WebhookError extends ServiceError<WebhookErrorCode> {
  static override readonly name = 'WebhookError';
  /** HTTP status of the handler's response. */
  declare readonly status: number;

  /** @param options - `rule` of the wrong option, and the underlying `cause`, for the application's log; never sent */
  constructor(code: WebhookErrorCode, { rule, ...details }: WebhookErrorOptions = {}) {
    const [status, text] = responses[code];
    // Only after `event_failed`, the same request can succeed later.
    super(code, rule ?? text, { ...details, status, retryable: code === 'event_failed' });
  }
}

/** Does not send the cause of the error, or the rule of an invalid option. */
export function answerWebhookError({ code }: WebhookError): Response {
  const [status, text] = responses[code];
  const headers = { 'Cache-Control': 'no-store', ...(status === 405 ? { Allow: 'POST' } : {}) };
  return Response.json({ error: code, error_description: text }, { status, headers });
}
