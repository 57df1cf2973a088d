import type { CredentialProvider, LoginOutcome, ProviderPlugin } from 'tax-connect/providers';
import * as v from 'valibot';
import { countSubmission } from '../../applications/flow-application.ts';
import { answerJson } from '../../http/answers.ts';
import { parseFields } from '../../http/json-body.ts';
import { Refusal } from '../../http/refusal.ts';
import { isRedirectProvider } from '../../providers/registry.ts';
import { askPlugin, readValue } from '../../providers/run-plugin.ts';
import type { FlowRequest } from '../checks.ts';
import { createInvalidStep, flowTokenSchema, moveOn } from '../flow-token.ts';
import { countFailedName, takeAttempt, takeName, takeSignIn } from '../limit-attempts.ts';
import { findPluginOfKind } from '../offered-providers.ts';
import {
  applyOutcome,
  createCall,
  type LoginAnswer,
  localeSchema,
  nameAttempt,
  repeatAnswer,
} from '../provider-outcome.ts';
import {
  createProviderFailed,
  describeChallenge,
  type OpenChallenge,
  openChallenge,
  sealChallenge,
} from '../sealed-state.ts';
import { readRetryReason } from '../session.ts';
import { findParty } from '../visit.ts';

/** A login: the provider's credentials, by the names of the fields in its login form. */
export const loginBody = v.looseObject({ flow_token: flowTokenSchema, locale: localeSchema });

const maxUsernameLength = 200;
const defaultNames = ['username', 'password'];

/**
 * `POST /connect/flow/login`: the login at the provider. Each submission of a test application counts against its
 * limit, whatever its result, before the provider is asked.
 */
export async function logIn({ parts, context, body, flow }: FlowRequest<typeof loginBody>) {
  const application = await findParty(parts, flow);
  const plugin = findPluginOfKind(parts, application, { ...flow, isKind });
  const fields = readFields(plugin, body);
  const attempt = nameAttempt(body.flow_token, ['login', flow.provider_id, fields]);
  if (flow.step !== 'login') {
    return answerJson<LoginAnswer>(context, await repeatAnswer(parts, flow, attempt));
  }
  const username = (Object.values(fields)[0] ?? '').slice(0, maxUsernameLength);
  await countSubmission(parts, application);
  const account = { provider_id: plugin.info.id, username };
  const isNewName = await takeName(parts, { context, flow }, account);
  const triesLeft = await takeAttempt(parts, context, account);
  await takeSignIn(parts, flow);
  const call = createCall(parts, application, { context, locale: body.locale });
  const asked = { ...call, method: 'begin', reason: readRetryReason(flow) } as const;
  const outcome = await askPlugin(plugin, asked, (told) => plugin.begin(fields, told));
  const isWrong = outcome.status === 'refused' || outcome.status === 'locked';
  if (isNewName && isWrong) await countFailedName(parts, context);
  const description = 'The username or the password is wrong.';
  const extras = { retryable: true, triesLeft };
  const refusal = new Refusal([401, 'invalid_credentials'], description, extras);
  const step = { context, flow, username, attempt, call, refusal };
  return answerJson<LoginAnswer>(context, await applyOutcome(parts, step, outcome));
}

function isKind(plugin: ProviderPlugin): plugin is CredentialProvider {
  return !isRedirectProvider(plugin);
}

function readFields(
  { fields }: CredentialProvider,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const names = fields?.map(({ name }) => name) ?? defaultNames;
  const entries = names.map((name, index) => {
    // In the default form, the first field is the user name. It is stored to count attempts, so its length is limited.
    const maxLength = index === 0 && !fields ? maxUsernameLength : 1000;
    return [name, v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength))] as const;
  });
  return parseFields(body, v.object(Object.fromEntries(entries)));
}

/** The user's answer to a provider's challenge; empty while waiting for a push. */
export const answerBody = v.object({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  challenge_id: v.optional(v.pipe(v.string(), v.maxLength(100))),
  answer: v.pipe(v.string(), v.maxLength(1000)),
});

/**
 * `POST /connect/flow/answer`: the second factor. Wrong answers count like wrong passwords, and only a complete login
 * clears the count. Otherwise six digits could be guessed.
 */
export async function submitAnswer({ parts, context, body, flow }: FlowRequest<typeof answerBody>) {
  const application = await findParty(parts, flow);
  const plugin = findPluginOfKind(parts, application, { ...flow, isKind });
  const { answer, challenge_id } = body;
  const attempt = nameAttempt(body.flow_token, ['answer', challenge_id, answer]);
  const challenge = flow.step === 'mfa' ? openChallenge(parts, flow) : undefined;
  if (!challenge || challenge.id !== (challenge_id ?? challenge.id)) {
    return answerJson<LoginAnswer>(context, await repeatAnswer(parts, flow, attempt));
  }
  const { kind, state } = challenge;
  assertAnswer(challenge, answer);
  const username = flow.username ?? '';
  // Answers to a push are not counted: the page polls every few seconds, and there is nothing to guess.
  const account = { provider_id: plugin.info.id, username };
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

export const resendBody = v.object({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  challenge_id: v.pipe(v.string(), v.maxLength(100)),
});

/** `POST /connect/flow/resend`: asks the provider for another code, or another push. */
export async function resendChallenge(request: FlowRequest<typeof resendBody>) {
  const { parts, context, body, flow } = request;
  const application = await findParty(parts, flow);
  const plugin = findPluginOfKind(parts, application, { ...flow, isKind });
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
  if (outcome.status !== 'challenge') {
    if (outcome.status === 'accepted') call.onUnusedGrant(plugin.info.id, outcome);
    throw createProviderFailed();
  }
  // The challenge keeps its ID, because the page keeps showing the same challenge.
  const { open, sealed } = sealChallenge(parts, flow, { ...outcome, id: challenge.id });
  await moveOn(parts, flow, { step: 'mfa', sealed_challenge: sealed });
  return answerJson<LoginAnswer>(context, describeChallenge(open));
}

/** When a plug-in returns nothing, the same challenge continues. */
function asOutcome(answer: unknown, same: LoginOutcome): LoginOutcome {
  return answer === undefined || answer === null ? same : (answer as LoginOutcome);
}
