import type { MiddlewareHandler } from 'hono';
import type { Services } from './services.ts';

/**
 * One line per request, and the headers that every answer has. The query is left out of the log:
 * it may hold what nobody should read there.
 *
 * @param services - log and clock
 * @returns the middleware
 */
export function logRequests({ log, clock }: Services): MiddlewareHandler {
  return async (context, next) => {
    const start = clock.now();
    await next();
    const { headers, status } = context.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'no-referrer');
    const { method, path } = context.req;
    log.info({ method, path, status, duration_ms: clock.now() - start }, 'request');
  };
}
