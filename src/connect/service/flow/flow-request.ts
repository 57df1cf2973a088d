import type { Context } from 'hono';
import type * as v from 'valibot';
import type { FlowStep } from '../../shapes/unions.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { readJsonBody } from '../http/json-body.ts';
import { assertSameOrigin } from '../http/same-origin.ts';
import type { Services } from '../services.ts';
import type { Flow } from '../store/store.ts';
import { assertStep, findLiveFlow } from './flow-token.ts';

type FlowSchema = v.GenericSchema<unknown, { readonly flow_token: string }>;

/** What a step of the flow takes. */
interface FlowRequestRule<Schema extends FlowSchema> {
  /** The fields of the body, the flow token among them. */
  readonly schema: Schema;
  /** Where the flow must be for the request to make sense. */
  readonly steps: readonly FlowStep[];
}

/**
 * Every endpoint of a flow asks this before anything else: anyone can start flows, and each step is a
 * write. Requests that other sites send do not count, or they could use up the limit of their visitors.
 *
 * @param services - limiters and configuration
 * @param context - the request
 * @throws Refusal 403 `invalid_request` or 429 `rate_limited`
 */
export async function admitFlowStep(
  { config, limiters }: Services,
  context: Context,
): Promise<void> {
  assertSameOrigin(context.req.raw, config.publicUrl);
  await limiters.flowSteps.take(readClientNetwork(context, config.trustedProxies));
}

/**
 * What most steps of a flow check first, in this order: one of our own pages, not too often, JSON of
 * the right shape, a live flow, at the right step.
 *
 * @param services - what the route is built from
 * @param context - the request, unread
 * @param rule - what this step takes
 * @returns the body and the flow
 * @throws Refusal 403, 429, 415, 413, 400 `invalid_request`, 401 `session_expired` or 409 `invalid_step`
 */
export async function readFlowRequest<const Schema extends FlowSchema>(
  services: Services,
  context: Context,
  { schema, steps }: FlowRequestRule<Schema>,
): Promise<{ readonly body: v.InferOutput<Schema>; readonly flow: Flow }> {
  await admitFlowStep(services, context);
  const body = await readJsonBody(context.req.raw, schema);
  const flow = await findLiveFlow(services, body.flow_token);
  assertStep(flow, steps);
  return { body, flow };
}
