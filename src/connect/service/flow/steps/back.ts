import type { Answer } from '../../../shapes/common-answers.ts';
import type { backAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { atSelection, withoutHandoff } from '../../store/handoffs.ts';
import type { FlowRequest } from '../checks.ts';
import { assertStep, findLiveFlow, moveOn } from '../flow-token.ts';

const anyStep = ['select', 'login', 'mfa', 'consent', 'allowed'] as const;
const stepsAtProvider = ['login', 'mfa', 'consent', 'manage'] as const;

/**
 * `POST /connect/flow/back`: returns to the selection and forgets an earlier login. The frame's document
 * can use it to take the flow back from a popup.
 *
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`
 */
export function goBack(parts: Pick<Parts, 'clock' | 'store'>) {
  return async ({ context, body, flow: own }: FlowRequest) => {
    const isTakenBack = own.step !== 'joined' && own.handoff_state !== null;
    const flow = isTakenBack ? own : await findLiveFlow(parts, body.flow_token);
    assertStep(flow, isTakenBack ? anyStep : stepsAtProvider);
    const change = isTakenBack ? { ...atSelection, ...withoutHandoff } : atSelection;
    await moveOn(parts, flow, change);
    return answerJson<Answer<typeof backAnswer>>(context, { step: 'select' });
  };
}
