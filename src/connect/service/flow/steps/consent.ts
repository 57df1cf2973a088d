import type { Answer } from '../../../shapes/common-answers.ts';
import type { consentAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { FlowRequest } from '../checks.ts';
import { decide, type decisionBody } from '../decide.ts';
import type { FlowParts } from '../flow-parts.ts';
import { describeReturn } from '../return-address.ts';

type ConsentAnswer = Answer<typeof consentAnswer>;

/**
 * `POST /connect/flow/consent`, JSON: the end of a flow that the browser does not end by a redirect. An embedded
 * page passes the code to the host. A link leads to the redirect URI of its session; without one, its page says
 * how it ended, and the backend asks for the code.
 *
 * @returns the handler
 * @throws Refusal as {@link decide}
 */
export function consent(parts: Pick<FlowParts, 'clock' | 'config' | 'providers' | 'store'>) {
  return async (request: FlowRequest<typeof decisionBody>) => {
    const { context, flow } = request;
    const decided = await decide(parts, request);
    if (flow.kind === 'link' && flow.redirect_uri !== null) {
      const location = await describeReturn(parts, flow, decided);
      return answerJson<ConsentAnswer>(context, { location });
    }
    switch (decided.outcome) {
      case 'denied':
        return answerJson<ConsentAnswer>(context, { denied: true });
      case 'allowed':
        return answerJson<ConsentAnswer>(context, { allowed: true });
      case 'issued':
        if (flow.kind === 'link') return answerJson<ConsentAnswer>(context, { connected: true });
        return answerJson<ConsentAnswer>(context, { code: decided.code, nonce: flow.nonce ?? '' });
    }
  };
}
