import type { Context, MiddlewareHandler } from 'hono';
import type { Parts } from './parts.ts';
import { readRequestId } from './request-id.ts';

/** The headers of a response that sets no others. By default, no cache, page or other origin may use the response. */
const defaults: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** The headers of responses that are written to the socket as text, because no request could be parsed. */
export const plainSecurityHeaders: Readonly<Record<string, string>> = { ...defaults, ...always };

const oneYear = 'max-age=31536000';

/** Sets the headers of every response, including refusals. For Strict-Transport-Security, see RFC 6797. */
export function setAnswerHeaders({ config, lifecycle }: Parts): MiddlewareHandler {
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
    // While the service stops, an open connection would bring more requests. After a 413, it would bring the rest of
    // the body.
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
 * Creates an uncached response with the headers of every response, but without cookies that were set before. Backends
 * need fast responses, and creating and iterating `Headers` would take longer than the rest of the response.
 */
export function createPlainAnswer(context: Context, body: object): Response {
  const answer = new Response(JSON.stringify(body), {
    headers: {
      ...context.get('plainHeaders'),
      'Content-Type': 'application/json',
      'X-Request-Id': readRequestId(context),
    },
  });
  plainAnswers.add(answer);
  return answer;
}
