import * as v from 'valibot';
import type { FlowStep } from '../../shapes/unions.ts';
import { Refusal } from '../http/refusal.ts';
import { hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Flow, FlowChange } from '../store/store.ts';

/** A flow token as it arrives; what it opens is looked up by its hash. */
export const flowTokenSchema = v.pipe(v.string(), v.maxLength(200));

/**
 * @param services - store and clock
 * @param flowToken - as the page sent it
 * @returns the flow that its user is in: once the page of a window has joined the flow of a frame,
 *   the window's token opens that flow, and the frame's opens it no longer
 * @throws Refusal 401 `session_expired` when it is unknown or has expired; 409 `invalid_step` when
 *   it is in a window's hands
 */
export async function findLiveFlow(services: Services, flowToken: string): Promise<Flow> {
  const flow = await findOwnFlow(services, flowToken);
  if (flow.step === 'joined') return await findJoinedFlow(services, flow);
  if (flow.handoff_state === null) return flow;
  throw createInvalidStep();
}

/**
 * @param services - store and clock
 * @param popup - the flow of a window's document, which has joined another
 * @returns that other flow
 * @throws Refusal 401 `session_expired` when it is over, or went on without this window
 */
async function findJoinedFlow({ store, clock }: Services, popup: Flow): Promise<Flow> {
  const flow = popup.joined_hash ? await store.flows.find(popup.joined_hash) : undefined;
  const isShared = flow?.handoff_state === 'joined' && flow.joined_hash === popup.token_hash;
  if (flow && isShared && flow.expires_at > clock.now()) return flow;
  throw createExpired();
}

/**
 * @param services - store and clock
 * @param flowToken - as the page sent it
 * @returns the flow of the document that the token was written into
 * @throws Refusal 401 `session_expired` when it is unknown or has expired
 */
export async function findOwnFlow({ store, clock }: Services, flowToken: string): Promise<Flow> {
  const flow = await store.flows.find(hashSecret(flowToken));
  if (flow && flow.expires_at > clock.now()) return flow;
  throw createExpired();
}

function createExpired(): Refusal {
  return new Refusal([401, 'session_expired'], 'This session has expired; start again.', {
    retryable: true,
  });
}

/**
 * @param flow - the flow
 * @param steps - where it must be for the request to make sense
 * @throws Refusal 409 `invalid_step` when it is elsewhere
 */
export function assertStep(flow: Flow, steps: readonly FlowStep[]): void {
  if (!steps.includes(flow.step)) throw createInvalidStep();
}

/**
 * @param flow - the flow as the caller read it
 * @param change - the new step and what goes with it
 * @throws Refusal 409 `invalid_step` when another request has moved it; 401
 *   `session_expired` when it was deleted with its application
 */
export async function moveOn({ store }: Services, flow: Flow, change: FlowChange): Promise<void> {
  if (await store.flows.move(flow, change)) return;
  throw (await store.flows.find(flow.token_hash)) ? createInvalidStep() : createExpired();
}

/**
 * The same as `moveOn`, but a request that is sent again because its answer was lost ends as it did
 * the first time.
 *
 * @param flow - the flow as the caller read it
 * @param change - the new step and what goes with it
 * @throws Refusal as `moveOn`, unless the flow is at the new step already
 */
export async function moveOnce(services: Services, flow: Flow, change: FlowChange): Promise<void> {
  if (flow.step === change.step || (await services.store.flows.move(flow, change))) return;
  const moved = await services.store.flows.find(flow.token_hash);
  if (moved?.step === change.step) return;
  throw moved ? createInvalidStep() : createExpired();
}

/** @returns the refusal of a request that came out of order, or lost a race */
export function createInvalidStep(): Refusal {
  return new Refusal([409, 'invalid_step'], 'The flow is at another step.', { retryable: false });
}
