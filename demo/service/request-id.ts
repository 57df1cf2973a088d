import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

const current = new AsyncLocalStorage<string>();
/** What may appear in a log and a header without being looked at twice. */
const acceptable = /^[\w.:-]{1,128}$/;

/** @returns the ID of the request that the caller works for, or undefined outside of any */
export function readRequestId(): string | undefined {
  return current.getStore();
}

/**
 * Gives each request an ID: its own `X-Request-Id`, if a proxy has sent one that is harmless, else a
 * new one. It is in every line that is logged on the way, and in the answer by `setAnswerHeaders`.
 *
 * @returns the middleware
 */
export function identifyRequests(): MiddlewareHandler {
  return (context, next) => {
    const sent = context.req.header('X-Request-Id');
    const id = sent !== undefined && acceptable.test(sent) ? sent : randomUUID();
    return current.run(id, next);
  };
}
