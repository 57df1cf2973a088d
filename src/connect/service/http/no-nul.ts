import type { MiddlewareHandler } from 'hono';
import { Refusal } from './refusal.ts';

/**
 * No path of this service contains U+0000, and PostgreSQL refuses it in a key.
 *
 * @returns the middleware
 */
export function refuseNulInPath(): MiddlewareHandler {
  return async (context, next) => {
    if (!context.req.path.includes('%00') && !context.req.path.includes('\0')) return await next();
    throw new Refusal([404, 'not_found'], 'There is nothing at this address.');
  };
}
