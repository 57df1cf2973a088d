import type { Context } from 'hono';
import * as v from 'valibot';
import type { FlowStep } from '../../shapes/unions.ts';
import { readClientNetwork } from '../http/client-address.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { assertSameOrigin } from '../http/same-origin.ts';
import type { Flow } from '../store/store.ts';
import { noteFlow } from './flow-reference.ts';
import { assertStep, findLiveFlow, findOwnFlow, flowTokenSchema } from './flow-token.ts';
import { findSession } from './session.ts';

/** The body of a step without further fields. */
export const tokenOnly = v.object({ flow_token: flowTokenSchema });

/** The input of a step's handler. */
export interface FlowRequest<Body extends v.GenericSchema = typeof tokenOnly> extends Arrival {
  readonly body: v.InferOutput<Body>;
  readonly flow: Flow;
}

interface WithToken extends Arrival {
  readonly body: { readonly flow_token: string };
}

/** @returns the checks of a flow's endpoints; `app.ts` lists which endpoint has which */
export function createFlowChecks(parts: Pick<Parts, 'clock' | 'config' | 'limiters' | 'store'>) {
  const { config, limiters } = parts;
  const networkOf = (context: Context) => readClientNetwork(context, config.trustedProxies);
  return {
    /**
     * Requests from other sites do not count. Otherwise those sites could use up the limits of their
     * visitors.
     */
    ownPage: ({ context }: Arrival) => assertSameOrigin(context.req.raw, config.publicUrl),
    /** Anyone can start a flow, and each document adds a row. */
    pageLimit: async ({ context }: Arrival) => {
      await limiters.pages.take(networkOf(context));
      await limiters.pagesOfDay.take(networkOf(context));
    },
    /** Each step writes to the database. */
    stepLimit: ({ context }: Arrival) => limiters.flowSteps.take(networkOf(context)),
    /** Each password and each one-time code counts. */
    loginLimit: ({ context }: Arrival) => limiters.logins.take(networkOf(context)),
    /** As `loginLimit`, but asking whether a push was approved does not count. */
    pollLimit: async ({
      context,
      body,
    }: Arrival & { readonly body: { readonly answer: string } }) => {
      if (body.answer !== '') await limiters.logins.take(networkOf(context));
    },
    /** The flow that the user is in, and its session. For a popup that has joined, it is the frame's flow. */
    liveFlow: async ({ context, body }: WithToken) => {
      const flow = await findLiveFlow(parts, body.flow_token);
      noteFlow(context, flow);
      return { flow, session: await findSession(parts, flow) };
    },
    /** The flow of the document that sends the request. */
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

/** The steps of a login and the ones after it, where a request that is sent again gets its answer. */
export const loginSteps = ['login', 'mfa', ...acceptedSteps] as const;

/** A check: the flow is at one of these steps. */
export function at(...steps: readonly FlowStep[]) {
  return ({ flow }: { readonly flow: Flow }): void => assertStep(flow, steps);
}
