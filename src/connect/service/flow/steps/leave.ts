import * as v from 'valibot';
import type { Answer, emptyAnswer } from '../../../shapes/common-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Store } from '../../store/store.ts';
import { type FlowRequest, tokenOnly } from '../checks.ts';
import { isDecided } from '../describe-events.ts';
import type { Flow } from '../flows-table.ts';
import { atSelection, withoutHandoff } from '../handoffs.ts';

/** `failed`: the document stays open, and shows its user that it cannot continue. */
export const leaveBody = v.object({ ...tokenOnly.entries, failed: v.optional(v.boolean(), false) });

/**
 * `POST /connect/flow/leave`: a document of a flow is closing. The flow's other document must learn of it, and the
 * dashboard shows that the person has left. The request is sent while the document closes, so it may be lost.
 */
export async function leaveFlow(request: FlowRequest<typeof leaveBody>) {
  const { context, flow: own } = request;
  const { failed } = request.body;
  const { clock, store } = request.parts;
  // A popup may still ask its user whether they opened it.
  const isWindow = own.handoff_state === null && own.joined_hash !== null;
  // The page could not pass the code on. Without the salt, the code counts as lost, and the session's backend can
  // replace it at once.
  if (failed && own.step === 'issued') await store.flows.move(own, codeLost);
  if (isWindow) await leaveWindow(store, own, failed ? 'failed' : 'left');
  else if (!isDecided(own)) await leavePage(store, own, failed ? null : clock.now());
  return answerJson<Answer<typeof emptyAnswer>>(context, {});
}

/**
 * Records that a page has left its flow. A flow that also has a popup returns to the selection. `left_at` is null while
 * the page still shows why it cannot continue.
 */
async function leavePage(store: Store, own: Flow, left_at: number | null): Promise<void> {
  if (isShared(own)) await store.flows.move(own, { ...atSelection, ...withoutHandoff, left_at });
  else if (left_at !== null) await store.flows.noteLeft(own, left_at);
}

/** Gives the frame's flow back to the frame's page when its popup closes or fails. */
async function leaveWindow(
  store: Store,
  own: Flow,
  handoff_state: 'failed' | 'left',
): Promise<void> {
  const flow = own.joined_hash && (await store.flows.find(own.joined_hash));
  // The frame may have continued with another popup since. A decision is final, even when both documents are closed.
  if (flow && flow.joined_hash === own.token_hash && isShared(flow) && !isDecided(flow)) {
    await store.flows.move(flow, { ...atSelection, handoff_state });
  }
}

const codeLost = { step: 'issued', code_salt: null } as const;
const isShared = ({ handoff_state }: Flow) => handoff_state !== null;
