import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { askPlugin, readValue } from '../../providers/run-plugin.ts';
import { type OpenChallenge, openChallenge } from '../challenge.ts';
import type { FlowRequest } from '../checks.ts';
import { flowTokenSchema } from '../flow-token.ts';
import { takeAttempt } from '../limit-attempts.ts';
import {
  applyOutcome,
  createCall,
  type LoginAnswer,
  localeSchema,
  nameAttempt,
  repeatAnswer,
} from '../provider-outcome.ts';
import { findParty } from '../visit.ts';
import { findCredentialProvider } from './login.ts';

/** The user's answer to a provider's challenge; empty while waiting for a push. */
export const answerBody = v.object({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  challenge_id: v.optional(v.pipe(v.string(), v.maxLength(100))),
  answer: v.pipe(v.string(), v.maxLength(1000)),
});

/**
 * `POST /connect/flow/answer`: the second factor. Wrong answers count like wrong passwords, and only a complete
 * login clears the count. Otherwise six digits could be guessed.
 *
 * @throws Refusal `invalid_one_time_code`, `invalid_answer` or `not_approved`, depending on the kind of challenge;
 *   `too_many_attempts`, `account_locked`, `rate_limited`, `provider_unavailable`, `invalid_step`
 */
export function submitAnswer(
  parts: Pick<Parts, 'clock' | 'config' | 'grantWriter' | 'health' | 'log' | 'providers' | 'store'>,
) {
  return async ({ context, body, flow }: FlowRequest<typeof answerBody>) => {
    const application = await findParty(parts, flow);
    const plugin = findCredentialProvider(parts, application, flow);
    const { answer, challenge_id } = body;
    const attempt = nameAttempt(body.flow_token, ['answer', challenge_id, answer]);
    const challenge = flow.step === 'mfa' ? openChallenge(parts, flow) : undefined;
    if (!challenge || challenge.id !== (challenge_id ?? challenge.id)) {
      return answerJson<LoginAnswer>(context, await repeatAnswer(parts, flow, attempt));
    }
    const { kind, state } = challenge;
    assertAnswer(challenge, answer);
    const username = flow.username ?? '';
    // The page polls for a push every few seconds, and there is nothing to guess.
    const account = { providerId: plugin.info.id, username };
    const triesLeft = kind === 'push' ? undefined : await takeAttempt(parts, context, account);
    const call = createCall(parts, application, { context, locale: body.locale });
    const outcome = await askPlugin(plugin, { ...call, method: 'answer' }, (told) =>
      plugin.answer({ answer, state }, told),
    );
    const isStillWaiting =
      kind === 'push' && outcome.status === 'challenge' && outcome.kind === 'push';
    const refusal = createRefusal(kind, triesLeft);
    const challengeId = isStillWaiting ? challenge.id : undefined;
    const step = { context, flow, username, attempt, call, refusal, challengeId };
    return answerJson<LoginAnswer>(context, await applyOutcome(parts, step, outcome));
  };
}

function assertAnswer({ kind, options }: OpenChallenge, answer: string): void {
  const isRight =
    kind === 'choice'
      ? options.some((option) => readValue(option) === answer)
      : kind === 'push' || answer.trim() !== '';
  if (!isRight) throw createRefusal(kind);
}

function createRefusal(kind: OpenChallenge['kind'], triesLeft?: number): Refusal {
  const extras = { retryable: true, triesLeft };
  switch (kind) {
    case 'code':
      return new Refusal([401, 'invalid_one_time_code'], 'The one-time code is wrong.', extras);
    case 'choice':
    case 'question':
      return new Refusal(
        [401, 'invalid_answer'],
        'The provider did not accept the answer.',
        extras,
      );
    case 'push':
      return new Refusal([401, 'not_approved'], 'The login was not approved.', extras);
  }
}
