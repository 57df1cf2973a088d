import * as v from 'valibot';
import type { FlowStep } from '../../shapes/unions.ts';
import { hashSecret } from '../basics/secrets.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import type { FlowChange } from './flows.ts';
import type { Flow } from './flows-table.ts';

/** A flow token: the secret of a page. The database finds the flow by the token's hash. */
export const flowTokenSchema = v.pipe(v.string(), v.maxLength(200));

/**
 * Finds the flow that the user is in. After a popup has joined a frame's flow, the popup's token finds that flow, and
 * the frame's token is refused.
 *
 * @throws Refusal 401 `session_expired` when the flow is unknown or has expired; 409 `invalid_step` when the flow waits
 *   for a popup, or a popup continues it
 */
export async function findLiveFlow(parts: Parts, flowToken: string): Promise<Flow> {
  const flow = await findOwnFlow(parts, flowToken);
  if (flow.step === 'joined') return await findJoinedFlow(parts, flow);
  if (flow.handoff_state === null) return flow;
  throw createInvalidStep();
}

/**
 * Finds the frame's flow that a popup has joined.
 *
 * @throws Refusal 401 `session_expired` when the frame's flow has ended, or has continued without this popup
 */
async function findJoinedFlow({ store, clock }: Parts, popup: Flow): Promise<Flow> {
  const flow = popup.joined_hash ? await store.flows.find(popup.joined_hash) : undefined;
  const isShared = flow?.handoff_state === 'joined' && flow.joined_hash === popup.token_hash;
  if (flow && isShared && flow.expires_at > clock.now()) return flow;
  throw createExpired();
}

/**
 * Finds the flow of the document that has this token.
 *
 * @throws Refusal 401 `session_expired` when the flow is unknown or has expired
 */
export async function findOwnFlow({ store, clock }: Parts, flowToken: string): Promise<Flow> {
  const flow = await store.flows.find(hashSecret(flowToken));
  if (flow && flow.expires_at > clock.now()) return flow;
  throw createExpired();
}

export function createExpired(description = 'This session has expired; start again.'): Refusal {
  return new Refusal([401, 'session_expired'], description, { retryable: true });
}

export function assertStep(flow: Flow, steps: readonly FlowStep[]): void {
  if (!steps.includes(flow.step)) throw createInvalidStep();
}

/** Moves a flow to another step. Throws 409 when another request has moved it, 401 when it was deleted. */
export async function moveOn({ store }: Parts, flow: Flow, change: FlowChange): Promise<void> {
  if (await store.flows.move(flow, change)) return;
  throw (await store.flows.find(flow.token_hash)) ? createInvalidStep() : createExpired();
}

/**
 * Like `moveOn`, but when the response was lost and the request is repeated, the repetition succeeds.
 *
 * @param next - `isDone`: whether this request has already moved the flow; `move`: resolves to false when another
 *   request has moved the flow
 */
export async function moveOnce(
  { store }: Parts,
  flow: Flow,
  { isDone, move }: { isDone(flow: Flow): boolean; move(): Promise<boolean> },
): Promise<void> {
  if (isDone(flow) || (await move())) return;
  const moved = await store.flows.find(flow.token_hash);
  if (moved && isDone(moved)) return;
  throw moved ? createInvalidStep() : createExpired();
}

/** Creates the refusal of a request that comes at the wrong step, or after another request has moved the flow. */
export function createInvalidStep(): Refusal {
  return new Refusal([409, 'invalid_step'], 'The flow is at another step.');
}
