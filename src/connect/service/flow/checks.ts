import { randomInt } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { flowProblems } from '../../shapes/dashboard-words.ts';
import { referenceAlphabet } from '../../shapes/reference.ts';
import type { FlowStep } from '../../shapes/unions.ts';
import { type Arrival, readNetwork } from '../http/endpoint.ts';
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

/* The checks that run before the steps of a flow. `app.ts` lists which endpoint uses which check. */

/** Refuses requests from other sites before the rate limits, which those sites could use up for their visitors. */
export function ownPage({ parts, context }: Arrival): void {
  assertSameOrigin(context.req.raw, parts.config.publicUrl);
}

/** Limits how many Connect pages a network loads, because anyone can load one, and each load adds a row to `flows`. */
export async function pageLimit(request: Arrival): Promise<void> {
  const { pages, pagesOfDay } = request.parts.limiters;
  const network = readNetwork(request);
  await pages.take(network);
  await pagesOfDay.take(network);
}

/** Limits a network's requests to the steps of flows, because each request writes to the database. */
export async function stepLimit(request: Arrival): Promise<void> {
  await request.parts.limiters.flowSteps.take(readNetwork(request));
}

/** Counts each submitted password and one-time code against the limit of the client's network. */
export async function loginLimit(request: Arrival): Promise<void> {
  await request.parts.limiters.logins.take(readNetwork(request));
}

type WithAnswer = Arrival & { readonly body: { readonly answer: string } };

/** Like `loginLimit`, but does not count empty answers, with which the page waits for a push. */
export async function pollLimit(request: WithAnswer): Promise<void> {
  if (request.body.answer !== '') await loginLimit(request);
}

/** Finds the flow that the user is in, and its session. In a popup that has joined, it is the frame's flow. */
export async function liveFlow({ parts, context, body }: WithToken) {
  const flow = await findLiveFlow(parts, body.flow_token);
  noteFlow(context, flow);
  return { flow, session: await findSession(parts, flow) };
}

/** Finds the flow that was created when the requesting document was loaded. */
export async function ownFlow({ parts, context, body }: WithToken) {
  const flow = await findOwnFlow(parts, body.flow_token);
  noteFlow(context, flow);
  return { flow };
}

/** The steps at which the user has not yet allowed or denied access. */
export const openSteps = ['select', 'login', 'mfa', 'consent'] as const;

/** The steps after a successful login: `consent` for an application, `manage` for a visit to `/manage`. */
export const acceptedSteps = ['consent', 'manage'] as const;

/** The steps at which a login request is accepted. After the login, a repeated request gets the same answer. */
export const loginSteps = ['login', 'mfa', ...acceptedSteps] as const;

export function at(...steps: readonly FlowStep[]) {
  return ({ flow }: { readonly flow: Flow }): void => assertStep(flow, steps);
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `noteFlow`: the flow of the request. Its `reference` is the support code that the page shows. */
    flow: Flow | undefined;
  }
}

/** Creates a support code of eight characters. The start of the ID of the host's open modal may replace it. */
export function createReference(): string {
  return Array.from({ length: 8 }, () => referenceAlphabet[randomInt(32)]).join('');
}

/** Records the flow of a request, so that the log line has its reference and `noteProblems` can store its problem. */
export function noteFlow(context: Context, flow: Flow, reference = flow.reference): void {
  context.set('flow', { ...flow, reference });
  context.set('reference', reference);
  noteEntry(context, { reference });
}

/** Stores the error of a failed request in its flow, where support finds it by the user's reference. */
export function noteProblems({ clock, store }: Parts): MiddlewareHandler {
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
      // The user gets the response anyway. An unavailable database is logged elsewhere.
      logFor(context).warn({ err: error }, 'problem of a flow not stored');
    }
  };
}
