import type { Answer } from '../../../shapes/common-answers.ts';
import type { consentAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { decide, type decisionBody } from '../decide.ts';
import { describeReturn } from '../return-address.ts';

type ConsentAnswer = Answer<typeof consentAnswer>;

/**
 * `POST /connect/flow/consent`: ends a flow. An embedded page passes the code to the host. A flow with a redirect
 * URI leads there. A link without one shows how it ended, and the backend requests the code.
 *
 * The response is not a redirect after a form, because Chromium and WebKit would check `form-action` for each
 * further redirect of the application's callback.
 *
 * @throws Refusal as {@link decide}
 * @see https://github.com/w3c/webappsec-csp/issues/8
 */
export function consent(parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'store'>) {
  return async (request: FlowRequest<typeof decisionBody>) => {
    const { context, flow } = request;
    const decided = await decide(parts, request);
    if (flow.redirect_uri !== null) {
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
