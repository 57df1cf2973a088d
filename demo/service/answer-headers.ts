import type { MiddlewareHandler } from 'hono';
import type { Services } from './services.ts';

/** Where a route says nothing, an answer is for nobody's eyes but the caller's. */
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
  return async (context, next) => {
    await next();
    const { headers, status } = context.res;
    for (const [name, value] of Object.entries(defaults)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    for (const [name, value] of Object.entries(always)) headers.set(name, value);
    if (isHttps) headers.set('Strict-Transport-Security', oneYear);
    // Whoever keeps a connection would come back on it: while we stop, or with the rest of a body.
    if (lifecycle.isStopping() || status === 413) headers.set('Connection', 'close');
  };
}
