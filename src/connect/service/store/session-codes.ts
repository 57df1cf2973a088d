import { type Kysely, sql } from 'kysely';
import { hasConsentEnded } from './consent-order.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database } from './schema.ts';

/** Names a session of an application. */
export interface OwnSession {
  /** The key of the application's rows. */
  readonly clientId: string;
  readonly sessionId: string;
}

/** A code that replaces the last one of a session. */
export interface FreshCode {
  /** SHA-256 of the code. */
  readonly codeHash: string;
  /** These two: milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Why a session has no fresh code. */
export type FreshCodeRefusal = 'unknown' | 'not_connected' | 'already_exchanged';

/** A fresh code goes to the backend itself. No browser has brought it, so nothing binds it to one. */
const withoutRedirect = { kind: 'embedded', redirect_uri: null, code_challenge: null } as const;

/**
 * See `ConnectSessionStore`. The session is locked first, so that several requests replace its code one after the
 * other. An exchange locks the code: when it is faster, there is nothing to replace.
 */
export function replaceCode(
  database: Kysely<Database>,
  { clientId, sessionId }: OwnSession,
  { codeHash, createdAt, expiresAt }: FreshCode,
): Promise<FreshCodeRefusal | 'done'> {
  return inTransaction(database, async (transaction) => {
    const [session] = await transaction
      .updateTable('connect_sessions')
      .set({ code_hash: sql`code_hash` })
      .where('session_id', '=', sessionId)
      .where('client_id', '=', clientId)
      .where('kept_until', '>', createdAt)
      .returning(['session_hash', 'code_hash', 'account_id'])
      .execute();
    if (!session) return 'unknown';
    const { session_hash, code_hash: last, account_id } = session;
    const code = await findCode(transaction, last, account_id);
    if (!code || hasConsentEnded(code, createdAt)) return 'not_connected';
    const replaced = await transaction
      .updateTable('codes')
      .set({ code_hash: codeHash, expires_at: expiresAt, ...withoutRedirect })
      .where('code_hash', '=', last)
      .where('consumed_at', 'is', null)
      .returning('code_hash')
      .execute();
    if (replaced.length === 0) return 'already_exchanged';
    const flows = transaction.updateTable('flows').set({ code_hash: codeHash, code_salt: null });
    await flows.where('session_hash', '=', session_hash).where('code_hash', '=', last).execute();
    const sessions = transaction.updateTable('connect_sessions').set({ code_hash: codeHash });
    await sessions.where('session_hash', '=', session_hash).execute();
    return 'done';
  });
}

function findCode(
  transaction: Kysely<Database>,
  codeHash: string | null,
  accountId: string | null,
) {
  return transaction
    .selectFrom('codes')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', accountId))
    .select(['codes.consent_number', 'first_consent', 'codes.consent_ends_at'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}
