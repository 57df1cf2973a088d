import * as v from 'valibot';
import type { codeOnlyAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { credentialFields } from '../../applications/client-authentication.ts';
import { describeTerms } from '../../applications/consent-terms.ts';
import { createLimitReached } from '../../applications/flow-application.ts';
import { assertRegisteredHost } from '../../applications/registered-host.ts';
import { createSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import type { Parts } from '../../http/parts.ts';
import { createInvalid, Refusal } from '../../http/refusal.ts';
import { sealGrant } from '../../providers/grants.ts';
import { acceptSimulated, sandboxProviderId, sandboxUsers } from '../../providers/simulated.ts';
import { readCodeChallenge } from '../connect-request.ts';
import { createExpired } from '../flow-token.ts';
import { createAllowedCode, unlessTooMany } from '../issue-code.ts';
import { findOfferedProvider } from '../offered-providers.ts';
import { bindSession } from '../session.ts';

export const sandboxBody = v.object({
  ...credentialFields,
  provider_id: v.optional(v.pipe(v.string(), v.maxLength(200)), sandboxProviderId),
  redirect_uri: v.optional(v.pipe(v.string(), v.maxLength(4000))),
  state: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  code_challenge: v.optional(v.string()),
  code_challenge_method: v.optional(v.string()),
  username: v.optional(v.picklist(sandboxUsers), 'user_good'),
  /** The secret of an open session, which this code completes. */
  session: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

type SandboxRequest = ApplicationRequest & WithBody<typeof sandboxBody>;

/** `POST /sandbox/authorization_codes`: issues a code without a browser, for tests. It counts as a submission. */
export async function issueSandboxCode({ parts, context, body, application }: SandboxRequest) {
  const { store } = parts;
  const { clientId, environment } = application;
  const provider = findOfferedProvider(parts, application, { providerId: body.provider_id });
  if (provider?.status !== 'available') {
    throw new Refusal([400, 'provider_unavailable'], 'provider_id cannot be used for tests.');
  }
  const redirectUri = body.redirect_uri ?? null;
  const target = { redirect_uri: redirectUri, host_origin: null };
  const kind = redirectUri === null ? 'embedded' : 'redirect';
  if (kind === 'redirect') {
    assertNoState(body.state);
    await assertRegisteredHost(parts, { client_id: clientId, kind, ...target });
  }
  const codeChallenge = readCodeChallenge(body, redirectUri);
  const { session_hash, state } = await bindSession(parts, context, {
    // Always `embedded`, because a redirect flow reads its state from the page's address, and this request has no
    // page.
    flow: {
      client_id: clientId,
      kind: 'embedded',
      ...target,
      state: body.state ?? null,
      expires_at: 0,
    },
    session: body.session ?? null,
  });
  await countSubmission(parts, clientId);
  const code = createSecret();
  const allowed = createAllowedCode(parts, application, {
    code,
    ...target,
    nonce: null,
    state,
    code_challenge: codeChallenge,
    provider_id: body.provider_id,
    ...connectSandboxUser(parts, { clientId, providerId: body.provider_id }, body.username),
    shares: parts.providers.listShares(environment, body.provider_id).join(' '),
    session_hash,
    // No page has shown the terms, so the language and the text are null.
    terms: describeTerms(application),
    consent_locale: null,
    consent_text_hash: null,
  });
  if (!(await unlessTooMany(store.codes.issue(allowed, session_hash)))) {
    throw session_hash === null ? createDeleted() : createExpired();
  }
  return answerJson<Answer<typeof codeOnlyAnswer>>(context, { code }, 201);
}

/** Returns the account of a sandbox user. The plug-in is not called, because it would require a password. */
function connectSandboxUser(
  { clock, providers }: Parts,
  { clientId, providerId }: { readonly clientId: string; readonly providerId: string },
  subject: string,
) {
  const owner = { client_id: clientId, provider_id: providerId, subject };
  const accepted = acceptSimulated(subject, clock);
  const grant = 'grant' in accepted ? accepted.grant : undefined;
  return { subject, account_label: subject, sealed_grant: sealGrant(providers, owner, grant) };
}

/** Refuses `state` with a redirect URI. A redirect flow returns its state in the redirect, never with the token. */
function assertNoState(state: string | undefined): void {
  if (state !== undefined) throw createInvalid('state is for codes without a redirect_uri.');
}

async function countSubmission({ config, store }: Parts, clientId: string): Promise<void> {
  const submission = { defaultLimit: config.submissionLimit, isAnonymous: false };
  if (await store.applications.countSubmission(clientId, submission)) return;
  throw (await store.applications.find(clientId)) ? createLimitReached() : createDeleted();
}

function createDeleted(): Refusal {
  return new Refusal([401, 'invalid_client'], 'The application has been deleted meanwhile.');
}
