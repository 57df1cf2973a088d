import * as v from 'valibot';
import type { Answer } from '../../../shapes/answer.ts';
import type { loginAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import type { Flow } from '../../store/store.ts';
import type { FlowRequest } from '../checks.ts';
import { createLimitReached, findApplication, findAvailableProvider } from '../flow-application.ts';
import { flowTokenSchema, moveOn } from '../flow-token.ts';
import { createAccountLocked, forgetAttempts, takeAttempt } from '../login-attempts.ts';
import { type LoginOutcome, logInToProvider } from '../providers/simulated-login.ts';

/** The provider's own credentials. */
export const loginBody = v.object({
  flow_token: flowTokenSchema,
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
});

type LoginAnswer = Answer<typeof loginAnswer>;

/**
 * `POST /connect/flow/login`: the provider's own login. Each submission of a test application
 * counts, whatever the result, and it counts before the provider is asked.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `invalid_credentials`, `account_locked`, `submission_limit_reached`,
 *   `rate_limited`, `provider_unavailable` also when the provider fails, `invalid_step`
 */
export function logIn(services: Services) {
  const { clock } = services;
  return async ({ context, body, flow }: FlowRequest<typeof loginBody>) => {
    const { username, password } = body;
    await countSubmission(services, flow);
    const account = { providerId: flow.provider_id ?? '', username };
    await takeAttempt(services, context, account);
    const outcome = await logInToProvider({ username, password }, clock);
    const step = findNextStep(outcome);
    await moveOn(services, flow, { step, username });
    if (step === 'mfa') return answerJson<LoginAnswer>(context, { step });
    await forgetAttempts(services, context, account);
    return answerJson<LoginAnswer>(context, { step, account: { label: username } });
  };
}

async function countSubmission(services: Services, flow: Flow): Promise<void> {
  const application = await findApplication(services, flow);
  const { clientId, environment } = application;
  // Again: it may have become unavailable, or the application one for tests, since it was picked.
  findAvailableProvider(application, flow.provider_id ?? '');
  if (environment === 'live') return;
  const { config, store } = services;
  const isCounted = await store.applications.countSubmission(clientId, {
    defaultLimit: config.submissionLimit,
    isAnonymous: true,
  });
  if (isCounted) return;
  await findApplication(services, flow);
  throw createLimitReached();
}

function findNextStep(outcome: LoginOutcome): 'mfa' | 'consent' {
  switch (outcome) {
    case 'accepted':
      return 'consent';
    case 'needs one-time code':
      return 'mfa';
    case 'locked':
      throw createAccountLocked();
    case 'refused':
      throw new Refusal([401, 'invalid_credentials'], 'The username or the password is wrong.', {
        retryable: true,
      });
    case 'failed':
      throw new Refusal([502, 'provider_unavailable'], 'The provider answered with an error.', {
        retryable: true,
      });
  }
}
