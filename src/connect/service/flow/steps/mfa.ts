import * as v from 'valibot';
import type { Answer } from '../../../shapes/answer.ts';
import type { loginAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import type { FlowRequest } from '../checks.ts';
import { flowTokenSchema, moveOn } from '../flow-token.ts';
import { forgetAttempts, takeAttempt } from '../login-attempts.ts';
import { isRightOneTimeCode } from '../providers/simulated-login.ts';

/** What the provider has sent to the user. */
export const mfaBody = v.object({
  flow_token: flowTokenSchema,
  one_time_code: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
});

/**
 * `POST /connect/flow/mfa`: the second factor. Guesses count against the same account as passwords
 * do, and only a whole login clears them: six digits would not hold otherwise.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `invalid_one_time_code`, `account_locked`, `rate_limited`, `invalid_step`
 */
export function submitOneTimeCode(services: Services) {
  return async ({ context, body, flow }: FlowRequest<typeof mfaBody>) => {
    const account = { providerId: flow.provider_id ?? '', username: flow.username ?? '' };
    await takeAttempt(services, context, account);
    if (!isRightOneTimeCode(body.one_time_code)) {
      throw new Refusal([401, 'invalid_one_time_code'], 'The one-time code is wrong.', {
        retryable: true,
      });
    }
    await moveOn(services, flow, { step: 'consent' });
    await forgetAttempts(services, context, account);
    return answerJson<Answer<typeof loginAnswer>>(context, {
      step: 'consent',
      account: { label: account.username },
    });
  };
}
