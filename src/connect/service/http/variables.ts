import type { Logger } from '../basics/logger.ts';

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
    /** Set by `noteFlow`: the reference of the request's flow that the person sees. */
    reference: string | null | undefined;
  }
}
