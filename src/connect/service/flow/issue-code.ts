import type { ConsentTermsJson } from '../../shapes/flow-answers.ts';
import { choosePurpose } from '../../shapes/purpose.ts';
import { addYears, planEnd, readTerms } from '../applications/consent-terms.ts';
import { findApplication } from '../applications/flow-application.ts';
import type { Application } from '../applications/registered-application.ts';
import { assertRegisteredHost } from '../applications/registered-host.ts';
import { createSecret, deriveSecret, hashSecret } from '../basics/secrets.ts';
import { TooManyConsents } from '../consents/consents.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { keepSessionsMs } from '../sessions/session-ends.ts';
import type { AllowedCode } from './codes.ts';
import { createExpired, createInvalidStep } from './flow-token.ts';
import type { Flow } from './flows-table.ts';
import { findOpenSession } from './session.ts';

/** The values that a code is bound to. */
export interface CodeBinding
  extends Pick<Flow, 'redirect_uri' | 'host_origin' | 'nonce' | 'state' | 'code_challenge'>,
    Pick<Flow, 'session_hash' | 'account_label' | 'sealed_grant'> {
  /** The code in plain text. Only its hash is stored. */
  readonly code: string;
  readonly provider_id: string;
  readonly subject: string;
  /** The shares (kinds of data), separated by spaces. */
  readonly shares: string;
  /** The terms, the language and the hash of the text on the consent screen; the last two are null if not reported. */
  readonly terms: ConsentTermsJson;
  readonly consent_locale: string | null;
  readonly consent_text_hash: string | null;
}

export function createAllowedCode(
  { config, clock, providers }: Parts,
  { clientId, publicClientId, name, environment }: Application,
  binding: CodeBinding,
): AllowedCode {
  const now = clock.now();
  const { redirect_uri, host_origin, nonce, state, code_challenge } = binding;
  const { provider_id, account_label, sealed_grant, shares, terms } = binding;
  const purpose = choosePurpose(terms.purpose, binding.consent_locale);
  const plan = planEnd(terms.consent_days, now);
  const keepMs = binding.session_hash === null ? config.codeTtlMs : keepSessionsMs;
  const code = {
    ...{ redirect_uri, host_origin, nonce, state, code_challenge, provider_id, account_label },
    ...{ sealed_grant, shares, environment },
    kind: redirect_uri === null ? ('embedded' as const) : ('redirect' as const),
    username: binding.subject,
    code_hash: hashSecret(binding.code),
    client_id: clientId,
    consented_at: now,
    ...plan,
    expires_at: now + config.codeTtlMs,
    // A code cannot be exchanged after its consent has ended, so the code keeps its grant no longer than that.
    kept_until: Math.min(now + keepMs, plan.consent_ends_at ?? Number.POSITIVE_INFINITY),
  };
  const consent = {
    client_id: publicClientId,
    application: name,
    provider: providers.find(environment, provider_id)?.name ?? provider_id,
    purpose: purpose.text,
    purpose_locale: purpose.lang,
    privacy_url: terms.privacy_url,
    locale: binding.consent_locale,
    text_hash: binding.consent_text_hash,
    kept_until: addYears(plan.consent_ends_at ?? now, config.consentKeepYears ?? 3),
  };
  return { code, consent };
}

/**
 * Ends a flow with a code. A repeated request gets the same code, until the code is exchanged. The host's registration
 * is checked again, because the user may have allowed access in a popup a minute ago.
 *
 * @param flow - the flow with the user's consent, just read from the database
 * @param flowToken - the code is derived from it
 */
export async function issueCode(parts: Parts, flow: Flow, flowToken: string): Promise<string> {
  const { store, log } = parts;
  const application = await findApplication(parts, flow);
  await assertRegisteredHost(parts, flow);
  const { publicClientId: client_id } = application;
  if (flow.step === 'issued') return await repeatCode(parts, flow, { client_id, flowToken });
  const session = await findOpenSession(parts, flow);
  const salt = createSecret();
  const code = deriveSecret(flowToken, salt);
  const allowed = createAllowedCode(parts, application, {
    ...flow,
    code,
    provider_id: flow.provider_id ?? '',
    subject: flow.subject ?? '',
    shares: flow.shares ?? '',
    terms: readTerms(flow),
    // The exchange returns this state with the token. A redirect flow returns its own state in the redirect, so this is
    // the session's.
    state: flow.kind === 'redirect' ? (session?.state ?? null) : flow.state,
  });
  if (!(await unlessTooMany(store.codes.issueForFlow(flow, allowed, salt)))) {
    await findApplication(parts, flow);
    // Another request has moved the flow. It may be the same request, sent twice.
    const moved = await store.flows.find(flow.token_hash);
    if (moved?.step !== 'issued') {
      // A session succeeds only once, and never after its account has been disconnected.
      throw flow.session_hash === null ? createInvalidStep() : createExpired();
    }
    return await repeatCode(parts, moved, { client_id, flowToken });
  }
  log.info({ client_id, provider_id: flow.provider_id }, 'code issued');
  return code;
}

/** Turns `TooManyConsents` into 429 `rate_limited`: the account has recorded too many consents in a day. */
export function unlessTooMany(issued: Promise<boolean>): Promise<boolean> {
  return issued.catch((error: unknown) => {
    if (!(error instanceof TooManyConsents)) throw error;
    const description = 'This account has allowed access too often within a day.';
    const headers = toRetryAfter(error.waitMs);
    throw new Refusal([429, 'rate_limited'], description, { headers });
  });
}

async function repeatCode(
  parts: Parts,
  { code_hash, code_salt, provider_id }: Flow,
  { client_id, flowToken }: { readonly client_id: string; readonly flowToken: string },
): Promise<string> {
  const { store, clock, config, log } = parts;
  if (code_hash === null || code_salt === null) throw createInvalidStep();
  const now = clock.now();
  const isRenewed = await store.codes.renew(code_hash, now, now + config.codeTtlMs);
  if (!isRenewed) throw createInvalidStep();
  log.info({ client_id, provider_id }, 'code repeated');
  return deriveSecret(flowToken, code_salt);
}
