import type * as v from 'valibot';
import type { Services } from '../services.ts';
import type { Flow, FlowStep } from '../store/store.ts';
import { assertStep, findLiveFlow } from './flow-token.ts';
import { readJsonBody } from './json-body.ts';
import { assertSameOrigin } from './same-origin.ts';

type FlowSchema = v.GenericSchema<unknown, { readonly flow_token: string }>;

/** What a step of the flow takes. */
interface FlowRequestRule<Schema extends FlowSchema> {
  /** The fields of the body, the flow token among them. */
  readonly schema: Schema;
  /** Where the flow must be for the request to make sense. */
  readonly steps: readonly FlowStep[];
}

/**
 * What every step of a flow checks first, in this order: one of our own pages, JSON of the right
 * shape, a live flow, at the right step.
 *
 * @param services - what the route is built from
 * @param request - the request, unread
 * @param rule - what this step takes
 * @returns the body and the flow
 * @throws Refusal 403, 415, 413, 400 `invalid_request`, 401 `session_expired` or 409 `invalid_step`
 */
export async function readFlowRequest<const Schema extends FlowSchema>(
  services: Services,
  request: Request,
  { schema, steps }: FlowRequestRule<Schema>,
): Promise<{ readonly body: v.InferOutput<Schema>; readonly flow: Flow }> {
  assertSameOrigin(request, services.config.publicUrl);
  const body = await readJsonBody(request, schema);
  const flow = await findLiveFlow(services, body.flow_token);
  assertStep(flow, steps);
  return { body, flow };
}
