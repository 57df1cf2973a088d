import type { Context, MiddlewareHandler } from 'hono';
import type { Services } from '../services.ts';
import { readRequestId } from './request-id.ts';

/** Unless a route says otherwise, an answer is for its caller only. */
const defaults: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Also for answers that are written before there is a request, as text. */
export const plainSecurityHeaders: Readonly<Record<string, string>> = { ...defaults, ...always };

const oneYear = 'max-age=31536000';

/**
 * The headers of every answer, whatever produced it: a page, a refusal, a 404.
 *
 * @param services - configuration and life cycle
 * @returns the middleware
 * @see https://www.rfc-editor.org/rfc/rfc6797 for Strict-Transport-Security
 */
export function setAnswerHeaders({ config, lifecycle }: Services): MiddlewareHandler {
  const isHttps = config.publicUrl.startsWith('https:');
  const forAll = isHttps ? { ...always, 'Strict-Transport-Security': oneYear } : always;
  const forPlain = { ...defaults, ...forAll };
  return async (context, next) => {
    context.set('plainHeaders', forPlain);
    await next();
    const { res } = context;
    if (!plainAnswers.has(res)) {
      completeHeaders(res.headers, { ...forAll, 'X-Request-Id': readRequestId(context) });
    }
    // A kept connection would bring more requests while the service stops, or the rest of a body.
    if (lifecycle.isStopping() || res.status === 413) res.headers.set('Connection', 'close');
  };
}

function completeHeaders(headers: Headers, forAll: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(defaults)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(forAll)) headers.set(name, value);
}

const plainAnswers = new WeakSet<Response>();

/**
 * An answer with the headers of every answer from the start. Building `Headers` and iterating over
 * them takes longer than the rest of an answer, and exchanges must be fast.
 *
 * @param body - what is sent as JSON
 * @param status - HTTP status
 * @returns the answer, which must not be cached; cookies that were set before are not in it
 */
export function createPlainAnswer(context: Context, body: object, status: number): Response {
  const answer = new Response(JSON.stringify(body), {
    status,
    headers: {
      ...context.get('plainHeaders'),
      'Content-Type': 'application/json',
      'X-Request-Id': readRequestId(context),
    },
  });
  plainAnswers.add(answer);
  return answer;
}
