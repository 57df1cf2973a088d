import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../answers.ts';
import { readClientAddress } from '../checks/client-address.ts';
import {
  assertStep,
  createInvalidStep,
  findLiveFlow,
  flowTokenSchema,
} from '../checks/flow-token.ts';
import { readJsonBody } from '../checks/json-body.ts';
import { assertAccountOpen, createAccountLocked } from '../checks/login-attempts.ts';
import { assertSameOrigin } from '../checks/same-origin.ts';
import { createLimitReached, findApplication } from '../flow-application.ts';
import { type LoginOutcome, logInToProvider } from '../providers/simulated-login.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Flow } from '../store/store.ts';

const bodySchema = v.object({
  flow_token: flowTokenSchema,
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
});

/**
 * `POST /connect/flow/login`: the provider's own login. Each submission of a test application
 * counts, whatever comes of it, and it counts before the provider is asked.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `invalid_credentials`, `account_locked`, `submission_limit_reached`,
 *   `rate_limited`, `provider_unavailable` when the provider fails, `invalid_step`
 */
export function createFlowLoginRoute(services: Services): Handler {
  const { clock, config, limiters, store } = services;
  return async (context) => {
    assertSameOrigin(context.req.raw, config.publicUrl);
    const { flow_token, username, password } = await readJsonBody(context.req.raw, bodySchema);
    const flow = await findLiveFlow(services, flow_token);
    assertStep(flow, ['login']);
    const address = readClientAddress(context, config.isProxyTrusted);
    await limiters.logins.take(address);
    await countSubmission(services, flow);
    const account = { providerId: flow.provider_id ?? '', username };
    await assertAccountOpen(services, account);
    const outcome = await logInToProvider({ username, password }, clock);
    const step = findNextStep(outcome);
    if (!(await store.flows.move(flow, { step, username }))) throw createInvalidStep();
    if (step === 'mfa') return answerJson(context, { step });
    await store.loginAttempts.reset(account);
    return answerJson(context, { step, account: { label: username } });
  };
}

async function countSubmission(services: Services, flow: Flow): Promise<void> {
  const { clientId, environment } = await findApplication(services, flow);
  if (environment === 'live') return;
  const { config, store } = services;
  const isCounted = await store.applications.countSubmission(clientId, config.submissionLimit);
  if (!isCounted) throw createLimitReached();
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
