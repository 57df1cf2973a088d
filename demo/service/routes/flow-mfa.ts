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
import { assertAccountOpen } from '../checks/login-attempts.ts';
import { assertSameOrigin } from '../checks/same-origin.ts';
import { isRightOneTimeCode } from '../providers/simulated-login.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

const bodySchema = v.object({
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
export function createFlowMfaRoute(services: Services): Handler {
  const { config, limiters, store } = services;
  return async (context) => {
    assertSameOrigin(context.req.raw, config.publicUrl);
    const body = await readJsonBody(context.req.raw, bodySchema);
    const flow = await findLiveFlow(services, body.flow_token);
    assertStep(flow, ['mfa']);
    const address = readClientAddress(context, config.isProxyTrusted);
    await limiters.logins.take(address);
    const account = { providerId: flow.provider_id ?? '', username: flow.username ?? '' };
    await assertAccountOpen(services, account);
    if (!isRightOneTimeCode(body.one_time_code)) {
      throw new Refusal([401, 'invalid_one_time_code'], 'The one-time code is wrong.', {
        retryable: true,
      });
    }
    if (!(await store.flows.move(flow, { step: 'consent' }))) throw createInvalidStep();
    await store.loginAttempts.reset(account);
    return answerJson(context, { step: 'consent', account: { label: account.username } });
  };
}
