import type { Context } from 'hono';
import type { Answer, errorAnswer } from '../../shapes/common-answers.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';
import { Refusal } from './refusal.ts';
import { logFor } from './request-id.ts';

/**
 * The type of the body is named by the caller: `answerJson<Answer<typeof backAnswer>>(…)`.
 *
 * @param body - what is sent as JSON
 * @param status - HTTP status (default 200)
 * @returns the answer, which must not be cached
 */
export function answerJson<Body extends object = never>(
  context: Context,
  body: NoInfer<Body>,
  status: 200 | 201 = 200,
): Response {
  return context.json(body, status, { 'Cache-Control': 'no-store' });
}

/**
 * Turns every error into an answer. The description goes out, the details go to the log.
 *
 * @param error - whatever a route has thrown
 * @returns the answer
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export function answerError(error: Error, context: Context): Response {
  const refusal = toRefusal(context, error);
  const { status, error: code, extras } = refusal;
  const { detail, headers } = extras;
  if (detail) logFor(context).info({ path: context.req.path, error: code, detail });
  const body: Answer<typeof errorAnswer> = { error: code, error_description: refusal.message };
  // The hosted page is told more than RFC 6749 has words for; a backend is not.
  const isForPage = context.req.path.startsWith('/connect/flow/');
  return context.json(isForPage ? { ...body, retryable: extras.retryable } : body, status, {
    'Cache-Control': 'no-store',
    ...headers,
  });
}

/**
 * @param context - the request; the cause goes to its log, if the service is at fault
 * @param error - whatever a route ended in
 * @returns what may be said about it: 503 while the database is out of reach, 500 for what
 *   was not foreseen
 */
export function toRefusal(context: Context, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  logFor(context).error({ err: error }, 'request failed');
  if (isStoreUnavailable(error)) return createUnavailable('The database does not answer.');
  return new Refusal([500, 'server_error'], 'Something went wrong on our side; try again.', {
    retryable: true,
  });
}

/**
 * @param description - why no request is served now
 * @returns the refusal, which says when to come back
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4
 */
export function createUnavailable(description: string): Refusal {
  const headers = { 'Retry-After': '5' };
  return new Refusal([503, 'server_error'], description, { retryable: true, headers });
}
