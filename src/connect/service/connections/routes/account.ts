import type {
  accountAnswer,
  consentAnswer,
  finchDisconnectAnswer,
} from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import { parseShares } from '../../../shapes/unions.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { createPlainAnswer } from '../../http/answer-headers.ts';
import { type Arrival, withFacts } from '../../http/endpoint.ts';
import { noteEntry } from '../../http/observe-requests.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import type { TokenOwner } from '../accounts.ts';

/** A request with a valid access token. */
export interface OwnerRequest extends Arrival {
  readonly owner: TokenOwner;
}

/** `GET /account`: the account of the access token. */
export function showAccount({ context, owner }: OwnerRequest) {
  noteOwner({ context, owner });
  const answer: Answer<typeof accountAnswer> = {
    account_id: owner.account_id,
    provider_id: owner.provider_id,
    environment: owner.environment,
    connected_at: toTime(owner.connected_at),
    status: owner.status,
    status_since: toTime(owner.status_since),
    consent: {
      granted_at: toTime(owner.consented_at),
      expires_at: toOptionalTime(owner.consent_ends_at),
      shares: parseShares(owner.shares),
    },
    client_user_id: owner.client_user_id,
    tags: owner.tags,
  };
  return createPlainAnswer(context, answer);
}

/** `GET /account/consent`: the record of the token's consent. 404 when the consent is older than the records. */
export const showConsent = withFacts(
  { refusals: [404] },
  async ({ parts: { store }, context, owner }: OwnerRequest) => {
    noteOwner({ context, owner });
    const consent = await store.consents.find(owner.account_id, owner.consent_number);
    if (!consent) throw new Refusal([404, 'not_found'], 'There is no record of this consent.');
    const { client_id, environment, number, ...record } = consent;
    const answer: Answer<typeof consentAnswer> = {
      ...record,
      shares: parseShares(consent.shares),
      granted_at: toTime(consent.granted_at),
      expires_at: toOptionalTime(consent.expires_at),
    };
    return createPlainAnswer(context, answer);
  },
);

/** `POST /account/disconnect`: ends the application's tokens for this account, and later revokes the provider's grant. */
export async function disconnectAccount(request: OwnerRequest) {
  await disconnect(request.parts, request);
  return request.context.body(null, 204);
}

/** `POST /disconnect`: the same, for Finch's client, which expects a body. */
export async function disconnectForFinch(request: OwnerRequest) {
  await disconnect(request.parts, request);
  const answer: Answer<typeof finchDisconnectAnswer> = { status: 'success' };
  return request.context.json(answer);
}

async function disconnect({ clock, store }: Parts, { context, owner }: OwnerRequest) {
  noteOwner({ context, owner });
  // Another request may have disconnected the account first. The response is the same.
  const { client_id: clientId, account_id: accountId } = owner;
  await store.accounts.disconnect({ clientId, accountId, by: 'application' }, clock.now());
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function toOptionalTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTime(milliseconds);
}

/** Adds the account to the log line of the request. */
export function noteOwner({ context, owner }: Pick<OwnerRequest, 'context' | 'owner'>): void {
  noteEntry(context, { client_id: owner.public_client_id, account_id: owner.account_id });
}

/**
 * `POST /sandbox/accounts/{account_id}/login_required`: makes the account of a test application require a login, as if
 * its provider had refused the grant. A repeated request changes nothing.
 */
export const requireLoginForTests = withFacts(
  { refusals: [404] },
  async ({ parts: { clock, store }, context, application }: ApplicationRequest) => {
    const accountId = context.req.param('account_id') ?? '';
    const { clientId } = application;
    const isIll = await store.accounts.requireLogin({ clientId, accountId }, clock.now());
    if (!isIll && !(await store.accounts.findOwner(clientId, accountId))) {
      throw new Refusal([404, 'not_found'], 'No such account is connected to this application.');
    }
    return context.body(null, 204);
  },
);
