import type { LoginOutcome } from 'tax-connect/providers';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { askPlugin } from '../../providers/run-plugin.ts';
import { describeChallenge, openChallenge, sealChallenge } from '../challenge.ts';
import type { FlowRequest } from '../checks.ts';
import { createInvalidStep, flowTokenSchema, moveOn } from '../flow-token.ts';
import { createProviderFailed } from '../provider-failed.ts';
import { createCall, type LoginAnswer, localeSchema } from '../provider-outcome.ts';
import { findParty } from '../visit.ts';
import { findCredentialProvider } from './login.ts';

/** The challenge to send again. */
export const resendBody = v.object({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  challenge_id: v.pipe(v.string(), v.maxLength(100)),
});

/**
 * `POST /connect/flow/resend`: asks the provider for another code, or another push.
 *
 * @throws Refusal `provider_unavailable`, `rate_limited`; `invalid_step` for a challenge that has ended or
 *   cannot be sent again
 */
export function resendChallenge(
  parts: Pick<Parts, 'config' | 'grantWriter' | 'health' | 'log' | 'providers' | 'store'>,
) {
  return async ({ context, body, flow }: FlowRequest<typeof resendBody>) => {
    const application = await findParty(parts, flow);
    const plugin = findCredentialProvider(parts, application, flow);
    const challenge = openChallenge(parts, flow);
    const resend = plugin.resend?.bind(plugin);
    if (!resend || !challenge.canResend || challenge.id !== body.challenge_id) {
      throw createInvalidStep();
    }
    const same = { status: 'challenge', ...challenge } as const;
    const call = createCall(parts, application, { context, locale: body.locale });
    const outcome = await askPlugin(plugin, { ...call, method: 'resend' }, async (told) =>
      asOutcome(await resend(challenge.state, told), same),
    );
    if (outcome.status !== 'challenge') throw createProviderFailed();
    // The page keeps showing the same challenge.
    const { open, sealed } = sealChallenge(parts, flow, { ...outcome, id: challenge.id });
    await moveOn(parts, flow, { step: 'mfa', sealed_challenge: sealed });
    return answerJson<LoginAnswer>(context, describeChallenge(open));
  };
}

/** When a plug-in returns nothing, the same challenge continues. */
function asOutcome(answer: unknown, same: LoginOutcome): LoginOutcome {
  return answer === undefined || answer === null ? same : (answer as LoginOutcome);
}
