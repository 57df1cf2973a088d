import type { MiddlewareHandler } from 'hono';
import type { Services } from './services.ts';

/**
 * One line per request. The query is left out of the log: it may hold what nobody should read there.
 *
 * @param services - log and clock
 * @returns the middleware
 */
export function logRequests({ log, clock }: Services): MiddlewareHandler {
  return async (context, next) => {
    const start = clock.now();
    await next();
    const { method, path } = context.req;
    const { status } = context.res;
    log.info({ method, path, status, duration_ms: clock.now() - start }, 'request');
  };
}
