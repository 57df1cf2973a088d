import type { Logger } from '../logger.ts';
import type { Actor } from '../store/audit-log.ts';

declare module 'hono' {
  /** What is remembered about a request until it is answered. */
  interface ContextVariableMap {
    /** Set by `identifyRequests`. */
    requestId: string;
    /** Set by `identifyRequests`: the trace that the caller says the request belongs to. */
    traceId: string | undefined;
    /** Set by `identifyRequests`; lines get the request ID by `logFor`. */
    log: Logger;
    /** Set by `setAnswerHeaders`, for `createPlainAnswer`. */
    plainHeaders: Readonly<Record<string, string>>;
    /** Set by `noteOutcome`. */
    outcome: string | undefined;
    /** Set by `noteEntry`. */
    entry: Readonly<Record<string, string>> | undefined;
    /** Set by `noteActor`. */
    actor: Actor | undefined;
  }
}
