import type { Answer } from '../../../shapes/common-answers.ts';
import type { consentAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { FlowRequest } from '../checks.ts';
import { decide, type decisionBody } from '../decide.ts';
import type { FlowParts } from '../flow-parts.ts';

type ConsentAnswer = Answer<typeof consentAnswer>;

/**
 * `POST /connect/flow/consent`, JSON: the end of an embedded flow. The page passes the code to the host.
 *
 * @returns the handler
 * @throws Refusal as {@link decide}
 */
export function consent(parts: Pick<FlowParts, 'clock' | 'config' | 'providers' | 'store'>) {
  return async (request: FlowRequest<typeof decisionBody>) => {
    const { context, flow } = request;
    const decided = await decide(parts, request);
    switch (decided.outcome) {
      case 'denied':
        return answerJson<ConsentAnswer>(context, { denied: true });
      case 'allowed':
        return answerJson<ConsentAnswer>(context, { allowed: true });
      case 'issued':
        return answerJson<ConsentAnswer>(context, { code: decided.code, nonce: flow.nonce ?? '' });
    }
  };
}
