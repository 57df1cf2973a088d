import type { Context } from 'hono';
import * as v from 'valibot';
import type { Answer } from '../../shapes/common-answers.ts';
import type { loginAnswer } from '../../shapes/flow-answers.ts';
import { type Environment, parseShares } from '../../shapes/unions.ts';
import { describeTerms, readTerms } from '../applications/consent-terms.ts';
import type { Application } from '../applications/registered-application.ts';
import { deriveSecret } from '../basics/secrets.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import { sealGrant } from '../providers/grants.ts';
import type { GivenUpGrant } from '../providers/revocations.ts';
import type { CheckedOutcome, PluginCall } from '../providers/run-plugin.ts';
import { isStoreUnavailable } from '../store/transactions.ts';
import { createExpired, createInvalidStep, moveOn } from './flow-token.ts';
import type { FlowChange } from './flows.ts';
import type { Flow } from './flows-table.ts';
import { createAccountLocked, forgetAttempts } from './limit-attempts.ts';
import {
  createProviderFailed,
  describeChallenge,
  openChallenge,
  sealChallenge,
} from './sealed-state.ts';
import { assertSameSubject } from './session.ts';
import { describeAccesses, readPerson } from './visit.ts';

export type LoginAnswer = Answer<typeof loginAnswer>;

/** The user's language, for the texts of plug-ins. */
export const localeSchema = v.optional(v.pipe(v.string(), v.maxLength(100)), 'en');

type StepCall = Omit<PluginCall, 'method' | 'onUnusedGrant'> &
  Required<Pick<PluginCall, 'onUnusedGrant'>>;

export interface AnsweredStep {
  readonly context: Context;
  readonly flow: Flow;
  /** The user name under which attempts are counted. */
  readonly username: string;
  /** The name of the request, from {@link nameAttempt}. */
  readonly attempt: string;
  readonly call: StepCall;
  /** The response when the provider refuses the login or the answer. */
  readonly refusal: Refusal;
  /** The ID of the answered push while the user has not approved it. The next challenge then keeps this ID. */
  readonly challengeId?: string | undefined;
}

/** Creates the context of a plug-in's call. Throws 503 when too many grants already wait for the database. */
export function createCall(
  parts: Parts,
  application: Application,
  { context, locale }: { readonly context: Context; readonly locale: string },
): StepCall {
  parts.grantWriter.assertRoom();
  const { clientId: client_id, publicClientId: clientId, environment } = application;
  const log = logFor(context);
  const isLocal = parts.config.opensProvidersToTests ?? false;
  return {
    ...{ clientId, environment, locale, log, isLocal },
    onOutcome: (providerId, outcome, seconds) =>
      parts.health.noteSignIn({ providerId, outcome, seconds }),
    onUnusedGrant: (provider_id, { subject, grant }) =>
      parts.grantWriter.writeLater(() =>
        giveUpGrant(parts, { client_id, provider_id, subject, environment }, grant),
      ),
  };
}

/** Queues the revocation of a grant that no flow stores. */
async function giveUpGrant(
  { providers, store }: Parts,
  owner: Omit<GivenUpGrant, 'sealed_grant'> & { readonly environment: Environment },
  grant: unknown,
): Promise<void> {
  const sealed_grant = sealGrant(providers, owner, grant);
  if (sealed_grant === null) return;
  await store.revocations.add({ ...owner, sealed_grant }, owner.environment);
}

/**
 * Names a request by its content, so that a repetition is recognized. The key of the hash is the flow token, which is
 * not stored anywhere, so the name does not reveal a password.
 *
 * @param parts - everything that distinguishes the request
 */
export function nameAttempt(flowToken: string, parts: unknown): string {
  return deriveSecret(flowToken, JSON.stringify(parts));
}

/** Returns the previous response again if this request led to the flow's current step. Refuses any other request. */
export async function repeatAnswer(
  parts: Parts,
  flow: Flow,
  attempt: string,
): Promise<LoginAnswer> {
  if (flow.attempt !== attempt) throw createInvalidStep();
  if (flow.step === 'manage') return await describeVisit(parts, flow);
  if (flow.step === 'mfa') return describeChallenge(openChallenge(parts, flow));
  if (flow.step !== 'consent') throw createInvalidStep();
  return describeConsentStep(flow);
}

/** Moves a flow to the step that follows from the provider's outcome. */
export async function applyOutcome(
  parts: Parts,
  step: AnsweredStep,
  outcome: CheckedOutcome,
): Promise<LoginAnswer> {
  const { flow, username, attempt } = step;
  switch (outcome.status) {
    case 'accepted':
      return step.flow.kind === 'manage'
        ? await acceptVisitor(parts, step, outcome)
        : await acceptLogin(parts, step, outcome);
    case 'challenge': {
      const id = step.challengeId;
      const { open, sealed } = sealChallenge(parts, flow, id ? { ...outcome, id } : outcome);
      await moveOn(parts, flow, { step: 'mfa', username, attempt, sealed_challenge: sealed });
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

function describeConsentStep(flow: Pick<Flow, 'account_label' | 'shares' | 'terms'>): LoginAnswer {
  const account = { label: flow.account_label ?? '' };
  return {
    step: 'consent',
    account,
    shares: parseShares(flow.shares ?? ''),
    terms: readTerms(flow),
  };
}

/** The time that the person may look at the list of accesses at `/manage`, in milliseconds. */
const signedInTtlMs = 10 * 60 * 1000;

type Accepted = Extract<CheckedOutcome, { status: 'accepted' }>;

/**
 * Accepts a sign-in at `/manage`. It needs no grant, so the provider's grant is revoked. The revocation is queued
 * before the flow moves, so that a crash does not lose it.
 */
async function acceptVisitor(
  parts: Parts,
  { context, flow, username, attempt, call }: AnsweredStep,
  { subject, label, grant }: Accepted,
): Promise<LoginAnswer> {
  const { environment } = call;
  const provider_id = flow.provider_id ?? '';
  const owner = { client_id: flow.client_id, provider_id, subject, environment };
  await parts.grantWriter.write(() => giveUpGrant(parts, owner, grant));
  const person = { username, attempt, subject, account_label: label };
  const expires_at = parts.clock.now() + signedInTtlMs;
  await moveOn(parts, flow, { step: 'manage', ...person, sealed_challenge: null, expires_at });
  await forgetAttempts(parts, context, { provider_id, username });
  return await describeVisit(parts, { ...flow, ...person });
}

async function describeVisit(parts: Parts, flow: Flow): Promise<LoginAnswer> {
  const accesses = await describeAccesses(parts, readPerson(parts, flow));
  return { step: 'manage', account: { label: flow.account_label ?? '' }, accesses };
}

async function acceptLogin(
  parts: Parts,
  { context, flow, username, attempt, call }: AnsweredStep,
  { subject, label, grant }: Accepted,
): Promise<LoginAnswer> {
  const { environment } = call;
  const provider_id = flow.provider_id ?? '';
  const owner = { client_id: flow.client_id, provider_id, subject, environment };
  const sealed_grant = sealGrant(parts.providers, owner, grant);
  // The shares are stored with the flow, because the plug-in or the application may change before the user presses
  // Allow.
  const shares = parts.providers.listShares(environment, provider_id).join(' ');
  const person = { username, attempt, subject, account_label: label };
  const found = { ...person, shares, sealed_grant, signed_in_at: parts.clock.now() };
  const terms = await parts.grantWriter.write(async () => {
    try {
      await assertSameSubject(parts, flow, subject);
      const application = await parts.store.applications.find(flow.client_id);
      if (!application) throw createExpired();
      const terms = JSON.stringify(describeTerms(application));
      await hold(parts, flow, { step: 'consent', ...found, terms, sealed_challenge: null });
      return terms;
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      // The grant is not needed: another request has moved the flow, or the user signed in with another account.
      await giveUpGrant(parts, owner, grant);
      throw error;
    }
  });
  await forgetAttempts(parts, context, { provider_id, username });
  return describeConsentStep({ ...found, terms });
}

/** Like `moveOn`, but succeeds when an earlier try has already stored this grant and the database's answer was lost. */
async function hold(parts: Parts, flow: Flow, change: FlowChange): Promise<void> {
  try {
    await moveOn(parts, flow, change);
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    const moved = await parts.store.flows.find(flow.token_hash);
    const isOurs = moved?.attempt === change.attempt && moved?.sealed_grant === change.sealed_grant;
    if (!isOurs) throw error;
  }
}
