import type { Context } from 'hono';
import * as v from 'valibot';
import type { Answer } from '../../shapes/common-answers.ts';
import type { loginAnswer } from '../../shapes/flow-answers.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import type { CheckedOutcome, PluginCall } from '../providers/run-plugin.ts';
import { deriveSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Application, Flow } from '../store/store.ts';
import { describeChallenge, openChallenge, sealChallenge } from './challenge.ts';
import { createInvalidStep, moveOn } from './flow-token.ts';
import { revokeGrant, sealGrant } from './grants.ts';
import { createAccountLocked, forgetAttempts } from './limit-attempts.ts';

/** Where a login led to. */
export type LoginAnswer = Answer<typeof loginAnswer>;

/** The user's language, for the texts of plug-ins. */
export const localeSchema = v.optional(v.pipe(v.string(), v.maxLength(100)), 'en');

/** A request that a provider has answered. */
export interface AnsweredStep {
  readonly context: Context;
  readonly flow: Flow;
  /** The name that attempts are counted by. */
  readonly username: string;
  /** See {@link nameAttempt}. */
  readonly attempt: string;
  readonly call: PluginCall;
  /** What a refusal is called. */
  readonly refusal: Refusal;
  /** Of the challenge that was answered, if the next one of its kind is the same. */
  readonly challengeId?: string | undefined;
}

/**
 * @param application - that the flow belongs to
 * @param locale - the user's
 * @returns for whom a plug-in works
 */
export function createCall(
  context: Context,
  { publicClientId, environment }: Application,
  locale: string,
): PluginCall {
  return { clientId: publicClientId, environment, locale, log: logFor(context) };
}

/**
 * Names a request by what is in it, so that the same one, sent again because its answer was lost, is
 * recognized. The flow token is the key, which is stored nowhere: the name does not give a password away.
 *
 * @param flowToken - as the page sent it
 * @param parts - everything that makes the request what it is
 * @returns 64 hexadecimal digits
 */
export function nameAttempt(flowToken: string, parts: unknown): string {
  return deriveSecret(flowToken, JSON.stringify(parts));
}

/**
 * @param services - the providers
 * @param flow - past the step of the request
 * @param attempt - of the request
 * @returns the answer once more, if it is the request that led here
 * @throws Refusal `invalid_step` for any other
 */
export function repeatAnswer(services: Services, flow: Flow, attempt: string): LoginAnswer {
  if (flow.attempt !== attempt) throw createInvalidStep();
  if (flow.step === 'mfa') return describeChallenge(openChallenge(services, flow));
  if (flow.step !== 'consent') throw createInvalidStep();
  return { step: 'consent', account: { label: flow.account_label ?? '' } };
}

/**
 * Moves a flow to where its provider says.
 *
 * @param step - the request and its flow
 * @param outcome - what the provider says
 * @returns the answer for the page
 * @throws Refusal the step's own when the provider refused, `account_locked`, `provider_unavailable`,
 *   `invalid_step`
 */
export async function applyOutcome(
  services: Services,
  step: AnsweredStep,
  outcome: CheckedOutcome,
): Promise<LoginAnswer> {
  const { flow, username, attempt } = step;
  switch (outcome.status) {
    case 'accepted':
      return await acceptLogin(services, step, outcome);
    case 'challenge': {
      const id = step.challengeId;
      const { open, sealed } = sealChallenge(services, flow, id ? { ...outcome, id } : outcome);
      await moveOn(services, flow, { step: 'mfa', username, attempt, sealed_challenge: sealed });
      return describeChallenge(open);
    }
    case 'refused': {
      const { retryAfterSeconds = 0 } = outcome;
      const { status, error, message, extras } = step.refusal;
      const headers = retryAfterSeconds > 0 ? toRetryAfter(retryAfterSeconds * 1000) : {};
      throw new Refusal([status, error], message, { ...extras, headers });
    }
    case 'locked':
      throw createAccountLocked(
        outcome.retryAfterSeconds === undefined ? undefined : outcome.retryAfterSeconds * 1000,
      );
    case 'failed':
      throw createProviderFailed();
  }
}

/** @returns the refusal of a step that the provider could not answer */
export function createProviderFailed(): Refusal {
  return new Refusal([502, 'provider_unavailable'], 'The provider answered with an error.', {
    retryable: true,
  });
}

async function acceptLogin(
  services: Services,
  { context, flow, username, attempt, call }: AnsweredStep,
  { subject, label, grant }: Extract<CheckedOutcome, { status: 'accepted' }>,
): Promise<LoginAnswer> {
  const providerId = flow.provider_id ?? '';
  const owner = { clientId: flow.client_id, providerId, subject };
  const sealedGrant = sealGrant(services, owner, grant);
  const found = { username, attempt, subject, account_label: label, sealed_grant: sealedGrant };
  try {
    await moveOn(services, flow, { step: 'consent', ...found, sealed_challenge: null });
  } catch (error) {
    // The user went elsewhere meanwhile: the grant will not be used.
    if (sealedGrant !== null) await revokeGrant(services, { ...owner, sealedGrant }, call);
    throw error;
  }
  await forgetAttempts(services, context, { providerId, username });
  return { step: 'consent', account: { label } };
}
