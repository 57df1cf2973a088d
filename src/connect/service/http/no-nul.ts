import type { MiddlewareHandler } from 'hono';
import { Refusal } from './refusal.ts';

/**
 * No address of ours has U+0000 in its path, and PostgreSQL would not take it as part of a key.
 *
 * @returns the middleware
 */
export function refuseNulInPath(): MiddlewareHandler {
  return async (context, next) => {
    if (!context.req.path.includes('%00') && !context.req.path.includes('\0')) return await next();
    throw new Refusal([404, 'not_found'], 'There is nothing at this address.');
  };
}
