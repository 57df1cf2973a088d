import { randomInt } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { referenceAlphabet } from '../../shapes/reference.ts';
import { flowProblems } from '../../shapes/unions.ts';
import { noteEntry, readOutcome } from '../http/observe-requests.ts';
import type { Parts } from '../http/parts.ts';
import { logFor } from '../http/request-id.ts';
import type { Flow } from './flows-table.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `noteFlow`: the flow that the request is about, with the reference that the person sees. */
    flow: Flow | undefined;
  }
}

/** Creates the reference of a document. The person sees it until a host names its session. */
export function createReference(): string {
  return Array.from({ length: 8 }, () => referenceAlphabet[randomInt(32)]).join('');
}

/**
 * Records which flow a request is about, for its line in the log and for `noteProblems`.
 *
 * @param reference - the reference that the person sees
 */
export function noteFlow(context: Context, flow: Flow, reference = flow.reference): void {
  context.set('flow', { ...flow, reference });
  context.set('reference', reference);
  noteEntry(context, { reference });
}

/** Stores problems of flows. Support finds them in the dashboard, by the reference that the person sees. */
export function noteProblems({ clock, store }: Pick<Parts, 'clock' | 'store'>): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const flow = context.get('flow');
    const outcome = readOutcome(context);
    const problem = flowProblems.find((code) => code === outcome);
    if (!flow || !problem) return;
    try {
      const { reference } = flow;
      await store.flows.noteProblem(flow, { problem, at: clock.now(), reference });
    } catch (error) {
      // The person already has the answer. An unavailable database is logged elsewhere.
      logFor(context).warn({ err: error }, 'problem of a flow not stored');
    }
  };
}
