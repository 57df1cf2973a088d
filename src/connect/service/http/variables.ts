import type { Scope } from '../../shapes/unions.ts';
import type { Logger } from '../basics/logger.ts';
import type { Actor } from '../operators/audit-log.ts';
import type { Flow } from '../store/store.ts';

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
    /** Set by `noteFlow`: the flow that the request is about, with the reference that the person sees. */
    flow: Flow | undefined;
    /** Set by `noteActor`. */
    actor: Actor | undefined;
    /** Set by `noteActor`: the rights of the sender. */
    scopes: readonly Scope[] | undefined;
  }
}
