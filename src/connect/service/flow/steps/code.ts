import type { Answer } from '../../../shapes/common-answers.ts';
import type { codeAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { logFor } from '../../http/request-id.ts';
import type { FlowRequest } from '../checks.ts';
import { createInvalidStep } from '../flow-token.ts';
import { issueCode } from '../issue-code.ts';

/**
 * `POST /connect/flow/code`: the frame's document requests the code, after the user has allowed access in a popup.
 * The code is created only now. A repeated request gets the same code.
 *
 * @throws Refusal `invalid_step`, `origin_not_allowed`
 */
export function collectCode(parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'store'>) {
  return async ({ context, body, flow }: FlowRequest) => {
    // Without a popup, repeating `consent` returns the code again.
    if (flow.handoff_state === null || flow.nonce === null) throw createInvalidStep();
    const code = await issueCode({ ...parts, log: logFor(context) }, flow, body.flow_token);
    return answerJson<Answer<typeof codeAnswer>>(context, { code, nonce: flow.nonce });
  };
}
