import * as v from 'valibot';
import type { Answer, emptyAnswer } from '../../../shapes/common-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import type { Store } from '../../store/store.ts';
import { type FlowRequest, tokenOnly } from '../checks.ts';
import type { Flow } from '../flows-table.ts';
import { atSelection, withoutHandoff } from '../handoffs.ts';

/** `failed`: the document stays open, and shows its user that it cannot continue. */
export const leaveBody = v.object({ ...tokenOnly.entries, failed: v.optional(v.boolean(), false) });

/**
 * `POST /connect/flow/leave`: one of a flow's two documents is closing, and the other one must learn of it. The
 * request is sent while the document closes, so it may be lost.
 */
export function leaveFlow({ store }: Pick<Parts, 'store'>) {
  return async ({ context, body, flow: own }: FlowRequest<typeof leaveBody>) => {
    // A window that still asks its user counts, too.
    const isWindow = own.handoff_state === null && own.joined_hash !== null;
    const flow = isWindow && own.joined_hash ? await store.flows.find(own.joined_hash) : own;
    const handoff_state = body.failed ? 'failed' : 'left';
    const change = isWindow ? ({ handoff_state } as const) : withoutHandoff;
    if (body.failed && own.step === 'issued') await reportLoss(store, own);
    // The frame may have continued with another window since.
    const isCurrent = !isWindow || flow?.joined_hash === own.token_hash;
    // A decision is final, even when both documents are closed.
    if (flow && isCurrent && isShared(flow) && isUndecided(flow)) {
      await store.flows.move(flow, { ...atSelection, ...change });
    }
    return answerJson<Answer<typeof emptyAnswer>>(context, {});
  };
}

/** Records that no one received the code from the page, so that the session's backend can replace it at once. */
async function reportLoss(store: Store, flow: Flow): Promise<void> {
  await store.flows.move(flow, { step: 'issued', code_salt: null });
}

const isShared = ({ handoff_state }: Flow) => handoff_state !== null;

function isUndecided({ step }: Flow): boolean {
  return step !== 'allowed' && step !== 'issued' && step !== 'denied';
}
