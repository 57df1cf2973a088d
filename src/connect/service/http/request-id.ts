import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from '../basics/logger.ts';

/** Matches a request ID that is safe in a log and a header. */
const acceptable = /^[\w.:-]{1,128}$/;

/**
 * Matches a `traceparent` header. A trace ID of zeros is invalid.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
const traceParent = /^00-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/**
 * Gives each request an ID: the `X-Request-Id` from a proxy if its format is safe, otherwise a new one.
 * {@link logFor} adds the ID to every line of the log, and `setAnswerHeaders` to the response. The context carries
 * the ID, because `AsyncLocalStorage` would slow down every promise, and an exchange of a code by a tenth.
 */
export function identifyRequests(log: Logger): MiddlewareHandler {
  return (context, next) => {
    const sent = context.req.header('X-Request-Id');
    context.set('requestId', sent !== undefined && acceptable.test(sent) ? sent : randomUUID());
    context.set('log', log);
    const parent = context.req.header('traceparent');
    if (parent !== undefined) context.set('traceId', traceParent.exec(parent)?.[1]);
    return next();
  };
}

export function readRequestId(context: Context): string {
  return context.get('requestId');
}

export function logFor(context: Context): Logger {
  return context.get('log').child({ request_id: readRequestId(context), ...readTrace(context) });
}

export function readTrace(context: Context): { readonly trace_id?: string } {
  const traceId = context.get('traceId');
  return traceId === undefined ? {} : { trace_id: traceId };
}

declare module 'hono' {
  /** Values that belong to a request until it is answered. */
  interface ContextVariableMap {
    /** Set by `identifyRequests`. */
    requestId: string;
    /** Set by `identifyRequests`: the caller's trace ID. */
    traceId: string | undefined;
    /** Set by `identifyRequests`; `logFor` adds the request ID to its lines. */
    log: Logger;
    /** Set by `setAnswerHeaders`, for `createPlainAnswer`. */
    plainHeaders: Readonly<Record<string, string>>;
    /** Set by `noteOutcome`. */
    outcome: string | undefined;
    /** Set by `noteEntry`. */
    entry: Readonly<Record<string, string>> | undefined;
    /** Set by `noteFlow`: the reference of the request's flow, which the person sees and can give to support. */
    reference: string | null | undefined;
  }
}
