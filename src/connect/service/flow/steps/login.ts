import type { CredentialProvider } from 'tax-connect/providers';
import * as v from 'valibot';
import { countSubmission } from '../../applications/flow-application.ts';
import type { Application } from '../../applications/registered-application.ts';
import { answerJson } from '../../http/answers.ts';
import { parseFields } from '../../http/json-body.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { isRedirectProvider } from '../../providers/registry.ts';
import { askPlugin } from '../../providers/run-plugin.ts';

import type { FlowRequest } from '../checks.ts';
import { readRetryReason } from '../connect-again.ts';
import { createInvalidStep, flowTokenSchema } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { countFailedName, takeAttempt, takeName, takeSignIn } from '../limit-attempts.ts';
import { findAvailableProvider } from '../offered-providers.ts';
import {
  applyOutcome,
  createCall,
  type LoginAnswer,
  localeSchema,
  nameAttempt,
  repeatAnswer,
} from '../provider-outcome.ts';
import { findParty } from '../visit.ts';

/** The provider's credentials, by the names of its fields. */
export const loginBody = v.looseObject({ flow_token: flowTokenSchema, locale: localeSchema });

const maxUsernameLength = 200;
const defaultNames = ['username', 'password'];

/**
 * `POST /connect/flow/login`: the login at the provider. Each submission of a test application counts, whatever its
 * result. It is counted before the provider is asked.
 *
 * @throws Refusal `invalid_credentials`, `too_many_attempts`, `account_locked`, `submission_limit_reached`,
 *   `rate_limited`, `invalid_step`; `provider_unavailable`, also when the provider fails
 */
export function logIn(
  parts: Pick<Parts, 'clock' | 'config' | 'grantWriter' | 'health' | 'log' | 'providers' | 'store'>,
) {
  return async ({ context, body, flow }: FlowRequest<typeof loginBody>) => {
    const application = await findParty(parts, flow);
    const plugin = findCredentialProvider(parts, application, flow);
    const fields = readFields(plugin, body);
    const attempt = nameAttempt(body.flow_token, ['login', flow.provider_id, fields]);
    if (flow.step !== 'login') {
      return answerJson<LoginAnswer>(context, await repeatAnswer(parts, flow, attempt));
    }
    const username = (Object.values(fields)[0] ?? '').slice(0, maxUsernameLength);
    await countSubmission(parts, application);
    const account = { providerId: plugin.info.id, username };
    const isNewName = await takeName(parts, { context, flow }, account);
    const triesLeft = await takeAttempt(parts, context, account);
    await takeSignIn(parts, flow);
    const call = createCall(parts, application, { context, locale: body.locale });
    const asked = { ...call, method: 'begin', reason: readRetryReason(flow) } as const;
    const outcome = await askPlugin(plugin, asked, (told) => plugin.begin(fields, told));
    const isWrong = outcome.status === 'refused' || outcome.status === 'locked';
    if (isNewName && isWrong) await countFailedName(parts, context);
    const refusal = createInvalidCredentials(triesLeft);
    const step = { context, flow, username, attempt, call, refusal };
    return answerJson<LoginAnswer>(context, await applyOutcome(parts, step, outcome));
  };
}

/**
 * @param flow - a flow at the login of a provider, or past it
 * @returns the provider, which asks for credentials
 * @throws Refusal `provider_unavailable`; `invalid_step` when users sign in on the provider's own site
 */
export function findCredentialProvider(
  parts: Pick<Parts, 'providers'>,
  application: Application,
  { provider_id }: Flow,
): CredentialProvider {
  const { id } = findAvailableProvider(parts, application, provider_id ?? '');
  const plugin = parts.providers.findPlugin(application.environment, id);
  if (plugin && !isRedirectProvider(plugin)) return plugin;
  throw createInvalidStep();
}

function readFields(
  { fields }: CredentialProvider,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const names = fields?.map(({ name }) => name) ?? defaultNames;
  const entries = names.map((name, index) => {
    // The first field is stored, because attempts are counted under it.
    const maxLength = index === 0 && !fields ? maxUsernameLength : 1000;
    return [name, v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength))] as const;
  });
  return parseFields(body, v.object(Object.fromEntries(entries)));
}

function createInvalidCredentials(triesLeft: number | undefined): Refusal {
  return new Refusal([401, 'invalid_credentials'], 'The username or the password is wrong.', {
    retryable: true,
    triesLeft,
  });
}
