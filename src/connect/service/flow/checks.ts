import { randomInt } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { referenceAlphabet } from '../../shapes/reference.ts';
import { type FlowStep, flowProblems } from '../../shapes/unions.ts';
import { readClientNetwork } from '../http/client-address.ts';
import type { Arrival } from '../http/endpoint.ts';
import { noteEntry, readOutcome } from '../http/observe-requests.ts';
import type { Parts } from '../http/parts.ts';
import { assertSameOrigin } from '../http/request-headers.ts';
import { logFor } from '../http/request-id.ts';
import { assertStep, findLiveFlow, findOwnFlow, flowTokenSchema } from './flow-token.ts';
import type { Flow } from './flows-table.ts';
import { findSession } from './session.ts';

export const tokenOnly = v.object({ flow_token: flowTokenSchema });

export interface FlowRequest<Body extends v.GenericSchema = typeof tokenOnly> extends Arrival {
  readonly body: v.InferOutput<Body>;
  readonly flow: Flow;
}

interface WithToken extends Arrival {
  readonly body: { readonly flow_token: string };
}

/** The checks of a flow's endpoints. `app.ts` lists which endpoint uses which. */
export function createFlowChecks(parts: Pick<Parts, 'clock' | 'config' | 'limiters' | 'store'>) {
  const { config, limiters } = parts;
  const networkOf = (context: Context) => readClientNetwork(context, config.trustedProxies);
  return {
    /** Refuses requests from other sites before they count, because they could use up their visitors' limits. */
    ownPage: ({ context }: Arrival) => assertSameOrigin(context.req.raw, config.publicUrl),
    /** Limits documents, because anyone can start a flow, and each document adds a row. */
    pageLimit: async ({ context }: Arrival) => {
      await limiters.pages.take(networkOf(context));
      await limiters.pagesOfDay.take(networkOf(context));
    },
    /** Limits steps, because each step writes to the database. */
    stepLimit: ({ context }: Arrival) => limiters.flowSteps.take(networkOf(context)),
    /** Counts every password and every one-time code. */
    loginLimit: ({ context }: Arrival) => limiters.logins.take(networkOf(context)),
    /** The same as `loginLimit`, but polling for the approval of a push does not count. */
    pollLimit: async ({
      context,
      body,
    }: Arrival & { readonly body: { readonly answer: string } }) => {
      if (body.answer !== '') await limiters.logins.take(networkOf(context));
    },
    /** Finds the flow that the user is in, and its session. A popup that has joined is in the frame's flow. */
    liveFlow: async ({ context, body }: WithToken) => {
      const flow = await findLiveFlow(parts, body.flow_token);
      noteFlow(context, flow);
      return { flow, session: await findSession(parts, flow) };
    },
    /** Finds the flow of the document that sent the request. */
    ownFlow: async ({ context, body }: WithToken) => {
      const flow = await findOwnFlow(parts, body.flow_token);
      noteFlow(context, flow);
      return { flow };
    },
  };
}

/** The steps of a flow before the user's decision. */
export const openSteps = ['select', 'login', 'mfa', 'consent'] as const;

/** The steps after a complete login. */
export const acceptedSteps = ['consent', 'manage'] as const;

/** The steps of a login and the steps after it, at which a repeated request gets the same answer. */
export const loginSteps = ['login', 'mfa', ...acceptedSteps] as const;

export function at(...steps: readonly FlowStep[]) {
  return ({ flow }: { readonly flow: Flow }): void => assertStep(flow, steps);
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `noteFlow`: the flow of the request, with the reference that the person sees. */
    flow: Flow | undefined;
  }
}

/** The person sees this reference until a host names its session. */
export function createReference(): string {
  return Array.from({ length: 8 }, () => referenceAlphabet[randomInt(32)]).join('');
}

/** Records the flow of a request for the log's line and for `noteProblems`. */
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
      await store.flows.noteProblem(flow, { problem, problem_at: clock.now(), reference });
    } catch (error) {
      // The person already has the answer. An unavailable database is logged elsewhere.
      logFor(context).warn({ err: error }, 'problem of a flow not stored');
    }
  };
}
