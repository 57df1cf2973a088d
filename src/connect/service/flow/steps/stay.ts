import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { remainingAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import type { SessionTerms } from '../../sessions/connect-sessions.ts';
import { type FlowRequest, tokenOnly } from '../checks.ts';
import { describeRemaining } from '../describe-started.ts';
import { longestFlowMs, startedTtlMs } from './start.ts';

/** How long ago the person's last input was. */
export const stayBody = v.object({
  ...tokenOnly.entries,
  idle_seconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

type StayRequest = FlowRequest<typeof stayBody> & { readonly session: SessionTerms | null };

/**
 * `POST /connect/flow/stay`: the person is still there. The flow lives 30 minutes from their last input on, but at most
 * 60 minutes in all, and no longer than its session.
 *
 * @throws Refusal `session_expired`, `invalid_step`
 * @see https://www.w3.org/TR/WCAG22/#timing-adjustable
 */
export function stayInFlow({ clock, store }: Pick<Parts, 'clock' | 'store'>) {
  return async ({ context, body, flow, session }: StayRequest) => {
    const now = clock.now();
    const wanted = now - body.idle_seconds * 1000 + startedTtlMs;
    const latest = (flow.started_at ?? now) + longestFlowMs;
    const expires_at = Math.min(wanted, latest, session?.expiresAt ?? latest);
    const isLonger = expires_at > flow.expires_at && (await store.flows.prolong(flow, expires_at));
    const prolonged = isLonger ? { ...flow, expires_at } : flow;
    return answerJson<Answer<typeof remainingAnswer>>(context, describeRemaining(prolonged, now));
  };
}
