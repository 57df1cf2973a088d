import { type Kysely, sql, type Transaction } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import { areSameHashes } from '../basics/secrets.ts';
import { consentHolds } from '../connections/consent-order.ts';
import { addConsent, type NewConsent } from '../consents/consents.ts';
import { addUnlessDeleted } from '../store/deleted-owner.ts';
import { moveFlowWithGrant } from './flows.ts';
import type { Database, Flow, NewCode } from '../store/schema.ts';
import { completeSession, reserveAccount } from '../sessions/session-ends.ts';

/** A backend's request to exchange a code. Secrets are hashed. */
export interface ExchangeRequest {
  readonly clientId: string;
  readonly environment: Environment;
  readonly codeHash: string;
  /** Null when the request has no redirect URI. */
  readonly redirectUri: string | null;
  /** The challenge computed from the request's `code_verifier`; null without one. */
  readonly codeChallenge: string | null;
  /** SHA-256 of the access token to be issued. */
  readonly tokenHash: string;
  /** When that token ends, in milliseconds since the epoch; null when it never ends. */
  readonly tokenExpiresAt: number | null;
  /** Aborted when the backend has disconnected. Then nothing is exchanged. */
  readonly caller: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a code was not exchanged. */
export type ExchangeRefusal =
  | 'unknown code'
  | 'foreign code'
  | 'wrong redirect_uri'
  | 'missing code_verifier'
  | 'unexpected code_verifier'
  | 'wrong code_verifier'
  | 'expired code'
  | 'ended consent'
  | 'replayed code';

/** The result of an exchange. */
export type ExchangeOutcome =
  | {
      readonly accountId: string;
      readonly providerId: string;
      /** The host's OAuth state, if it passed one. */
      readonly state: string | null;
    }
  | {
      readonly refusal: ExchangeRefusal;
      /** The time at which a replayed code was first exchanged, in milliseconds since the epoch. */
      readonly usedAt?: number;
    };

/** The stored values that a code is bound to. */
export interface StoredCode {
  readonly client_id: string;
  readonly environment: string;
  readonly redirect_uri: string | null;
  readonly code_challenge: string | null;
}

/**
 * Finds out whether the request may use the code. A refusal here leaves the code and its token unchanged, so that
 * the code's owner can still use them.
 *
 * @returns the reason for a refusal; undefined when the request comes from the code's owner
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1
 */
export function refuseStranger(
  code: StoredCode,
  request: ExchangeRequest,
): ExchangeRefusal | undefined {
  if (code.client_id !== request.clientId || code.environment !== request.environment) {
    return 'foreign code';
  }
  if (code.redirect_uri !== request.redirectUri) return 'wrong redirect_uri';
  const { code_challenge } = code;
  const { codeChallenge } = request;
  if (code_challenge === null) {
    return codeChallenge === null ? undefined : 'unexpected code_verifier';
  }
  if (codeChallenge === null) return 'missing code_verifier';
  return areSameHashes(code_challenge, codeChallenge) ? undefined : 'wrong code_verifier';
}

/** Checks a code and consumes it in one transaction, so at most one request succeeds. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeOutcome>;

/** A new code and its consent. */
export interface AllowedCode {
  readonly code: NewCode;
  readonly consent: NewConsent;
}

/** Authorization codes: issued by a flow or the sandbox, exchanged once. */
export interface CodeStore {
  /**
   * Stores a code that was not issued by a flow.
   *
   * @param sessionHash - the session that succeeds with this code; null without a session
   * @returns false when the application has been deleted, or the session has ended
   */
  issue(allowed: AllowedCode, sessionHash: string | null): Promise<boolean>;
  /**
   * Ends a flow, stores its code and records the consent, in one transaction.
   *
   * @param salt - the salt that the code was derived from
   * @returns false when the flow has changed or its application has been deleted
   */
  issueForFlow(flow: Flow, allowed: AllowedCode, salt: string): Promise<boolean>;
  /**
   * Resets the expiry of a code, because the response with the code was lost.
   *
   * @param codeHash - SHA-256 of the code
   * @param now - milliseconds since the epoch
   * @param expiresAt - the code's new expiry, milliseconds since the epoch
   * @returns whether the code can still be exchanged
   */
  renew(codeHash: string, now: number, expiresAt: number): Promise<boolean>;
  /** See {@link Exchange}. */
  readonly exchange: Exchange;
}

export function createCodeStore(database: Kysely<Database>, exchange: Exchange): CodeStore {
  return {
    issue: (allowed, sessionHash) =>
      addCode(database, allowed, async (transaction, accountId) =>
        sessionHash === null
          ? true
          : await completeSession(transaction, sessionHash, { ...allowed.code, accountId }),
      ),
    issueForFlow: (flow, allowed, salt) => issueForFlow(database, flow, { ...allowed, salt }),
    async renew(codeHash, now, expiresAt) {
      const renewed = await database
        .updateTable('codes')
        .set({ expires_at: expiresAt })
        .set({
          kept_until: sql`CASE WHEN kept_until < ${expiresAt} THEN ${expiresAt} ELSE kept_until END`,
        })
        .where('code_hash', '=', codeHash)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', now)
        .where(consentHolds(now))
        .returning('code_hash')
        .execute();
      return renewed.length > 0;
    },
    exchange,
  };
}

/**
 * Stores a code. It reserves the account first, which locks the application before the account, the flow and the
 * session. A deletion locks in the same order, because another order could deadlock.
 *
 * @param act - changes the rows that belong to the code; when it resolves to false, nothing is stored
 * @returns whether the code was stored
 */
async function addCode(
  database: Kysely<Database>,
  { code, consent }: AllowedCode,
  act: (transaction: Transaction<Database>, accountId: string) => Promise<boolean>,
): Promise<boolean> {
  const undone = new Error('The flow or its session has moved on meanwhile.');
  try {
    return await addUnlessDeleted(() =>
      database.transaction().execute(async (transaction) => {
        const account = await reserveAccount(transaction, code);
        if (!account) return false;
        const { id: accountId, consent_number } = account;
        await transaction
          .insertInto('codes')
          .values({ ...code, consent_number })
          .execute();
        if (!(await act(transaction, accountId))) throw undone;
        await addConsent(transaction, { code, accountId, number: consent_number }, consent);
        return true;
      }),
    );
  } catch (error) {
    if (error === undone) return false;
    throw error;
  }
}

function issueForFlow(
  database: Kysely<Database>,
  flow: Flow,
  { salt: code_salt, ...allowed }: AllowedCode & { readonly salt: string },
): Promise<boolean> {
  const { code } = allowed;
  const { code_hash } = code;
  const { session_hash } = flow;
  return addCode(database, allowed, async (transaction, accountId) => {
    const change = { step: 'issued', code_hash, code_salt, sealed_grant: null } as const;
    if (!(await moveFlowWithGrant(transaction, flow, change))) return false;
    if (session_hash === null) return true;
    // If another flow of the session succeeded first, this flow stays at consent and keeps its grant.
    return await completeSession(transaction, session_hash, { ...code, accountId });
  });
}
