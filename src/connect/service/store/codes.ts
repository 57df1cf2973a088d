import type { Kysely } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import { addUnlessDeleted } from './deleted-owner.ts';
import { moveFlow } from './flows.ts';
import { addOwnedRow } from './live-application.ts';
import type { Database, Flow, NewCode } from './schema.ts';

/** What a backend presents, in the form in which it is compared. */
export interface ExchangeRequest {
  readonly clientId: string;
  readonly environment: Environment;
  readonly codeHash: string;
  /** Null when the request has none. */
  readonly redirectUri: string | null;
  /** SHA-256 of the access token to be issued. */
  readonly tokenHash: string;
  /** ID for the account, if it is new to the application. */
  readonly newAccountId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Absent: everything was looked up just now. */
  readonly guard?: ExchangeGuard | undefined;
}

/** On what an application was authenticated from memory: the exchange takes place if it still holds. */
interface ExchangeGuard {
  /** SHA-256 of a client secret that has to be valid, for an application of this environment. */
  readonly secretHash: string;
  /** The count that has to be below its limit. */
  readonly limit: { readonly key: string; readonly max: number };
}

/** Why a code was not exchanged; for the log only, callers get one body for all of them. */
type ExchangeRefusal =
  | 'unconfirmed'
  | 'unknown code'
  | 'foreign code'
  | 'wrong redirect_uri'
  | 'expired code'
  | 'replayed code';

/** The result of an exchange. */
export type ExchangeOutcome =
  | {
      readonly accountId: string;
      readonly providerId: string;
      /** The host's OAuth state, if it passed one. */
      readonly state: string | null;
    }
  | { readonly refusal: ExchangeRefusal };

/**
 * The exchange, written by hand for each database: check and consume are one transaction, and the
 * code is consumed by one conditional UPDATE, so that it has one winner at most.
 */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeOutcome>;

/** Authorization codes: issued by a flow or the sandbox, exchanged once. */
export interface CodeStore {
  /**
   * Stores a code that no flow led to.
   *
   * @returns whether its application is still there
   */
  issue(code: NewCode): Promise<boolean>;
  /**
   * Ends a flow with a code: both or neither.
   *
   * @param flow - the flow as the caller read it
   * @param code - what is issued
   * @param salt - what the code was derived from
   * @returns whether the flow was still there to be ended, and its application
   */
  issueForFlow(flow: Flow, code: NewCode, salt: string): Promise<boolean>;
  /**
   * Gives a code its full life again, because the answer that it was in has been lost.
   *
   * @param codeHash - SHA-256 of the code
   * @param now - milliseconds since the epoch
   * @param expiresAt - the same, for its new end
   * @returns whether it could still be exchanged
   */
  renew(codeHash: string, now: number, expiresAt: number): Promise<boolean>;
  /** See {@link Exchange}. */
  readonly exchange: Exchange;
}

/**
 * @param database - the database
 * @param exchange - as written for that database
 * @returns the part of the store about codes
 */
export function createCodeStore(database: Kysely<Database>, exchange: Exchange): CodeStore {
  return {
    issue: (code) => addUnlessDeleted(() => addOwnedRow(database, 'codes', code)),
    issueForFlow: (flow, code, code_salt) => issueForFlow(database, flow, { ...code, code_salt }),
    async renew(codeHash, now, expiresAt) {
      const renewed = await database
        .updateTable('codes')
        .set({ expires_at: expiresAt })
        .where('code_hash', '=', codeHash)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('code_hash')
        .execute();
      return renewed.length > 0;
    },
    exchange,
  };
}

/**
 * The code first: that locks the application, as its deletion does, before the flow. In the
 * other order the two could wait for each other.
 */
async function issueForFlow(
  database: Kysely<Database>,
  flow: Flow,
  { code_salt, ...code }: NewCode & { readonly code_salt: string },
): Promise<boolean> {
  const { code_hash } = code;
  let isMoved = false;
  const isAdded = await addUnlessDeleted(() =>
    database.transaction().execute(async (transaction) => {
      if (!(await addOwnedRow(transaction, 'codes', code))) return;
      isMoved = await moveFlow(transaction, flow, { step: 'issued', code_hash, code_salt });
      if (isMoved) return;
      await transaction.deleteFrom('codes').where('code_hash', '=', code_hash).execute();
    }),
  );
  return isAdded && isMoved;
}
