import * as v from 'valibot';
import { randomToken } from '../../shapes/handoff-fields.ts';
import { hashSecret } from '../basics/secrets.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import { flowTokenSchema } from './flow-token.ts';
import type { Flow } from './flows-table.ts';
import { isListening, patienceMs } from './patience.ts';

/** The body of a request from a window's page with a handoff. */
export const claimBody = v.object({ flow_token: flowTokenSchema, handoff: randomToken });

/** A request of a window's page. `flow` is the window's own flow. */
interface Claim extends Arrival {
  readonly body: { readonly handoff: string };
  readonly flow: Flow;
}

/**
 * Finds the flow that a window's page claims to belong to. The window must have been opened from exactly the origin
 * that the flow is bound to: its browser named that origin in `Referer` when it requested the document. A browser
 * without a `Referer`, because an extension or a proxy removes it, proves nothing. Its user then types a number,
 * see `ask.ts`.
 *
 * A window that returns from a provider's site already has a flow, bound by the host's welcome. Both flows must be
 * bound to the same origin and OAuth state.
 *
 * @returns the flow of the frame
 * @throws Refusal `invalid_step`, retryable while the frame has not registered the handoff yet;
 *   `origin_not_allowed` for a window of another origin or application, which also invalidates the handoff
 */
export async function findClaimedFlow(
  parts: Pick<Parts, 'clock' | 'store'>,
  { context, body, flow: popup }: Claim,
): Promise<Flow> {
  const flow = await parts.store.handoffs.find(hashSecret(body.handoff));
  if (!flow || !isReady(flow, parts.clock.now())) throw createEarly();
  if (!isFromSameHost(popup, flow) || (isBack(popup) && !isBoundAlike(popup, flow))) {
    throw await refuseWindow(parts, { context, flow, detail: 'another origin' });
  }
  return flow;
}

/** @returns whether the window returns from a provider's site with a bound flow */
export function isBack(popup: Flow): boolean {
  return popup.step === 'login';
}

/**
 * Invalidates the handoff.
 *
 * @param refused - the request, the flow of the frame, and the reason for the log
 * @returns the refusal
 */
export async function refuseWindow(
  { store }: Pick<Parts, 'store'>,
  { context, flow, detail }: Omit<Claim, 'body'> & { readonly detail: string },
): Promise<Refusal> {
  await store.handoffs.refuse(flow);
  logFor(context).warn({ client_id: flow.client_id, detail }, 'handoff refused');
  const description = 'The window does not belong to the page that shows the flow.';
  return new Refusal([403, 'origin_not_allowed'], description, { retryable: false });
}

/** Requires that the frame's page listens, so that it learns what happens in the window. */
function isReady(flow: Flow, now: number): boolean {
  const isOpen = flow.handoff_state === 'waiting' || flow.handoff_state === 'asked';
  return !isOpen || isListening(flow, patienceMs.join, now);
}

function isFromSameHost(popup: Flow, flow: Flow): boolean {
  return (
    popup.kind === 'embedded' &&
    popup.client_id === flow.client_id &&
    (popup.referrer_origin === null || popup.referrer_origin === flow.host_origin)
  );
}

/** A frame's own document cannot join itself. Another document that waits for a window cannot join either. */
function isBoundAlike(popup: Flow, flow: Flow): boolean {
  return (
    popup.handoff_state === null &&
    popup.host_origin === flow.host_origin &&
    popup.state === flow.state
  );
}

function createEarly(): Refusal {
  const description = 'No frame waits for this window yet.';
  return new Refusal([409, 'invalid_step'], description, { retryable: true });
}
