import type { Kysely } from 'kysely';
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

/** See `ConnectSessionStore`. */
export async function replaceCode(
  database: Kysely<Database>,
  own: OwnSession,
  fresh: FreshCode,
): Promise<FreshCodeRefusal | 'done'> {
  const { clientId, sessionId } = own;
  const { codeHash, expiresAt } = fresh;
  const session = await database
    .selectFrom('connect_sessions')
    .leftJoin('accounts', 'accounts.id', 'connect_sessions.account_id')
    .select(['session_hash', 'code_hash', 'finished_at', 'connected_at', 'disconnected_at'])
    .where('session_id', '=', sessionId)
    .where('connect_sessions.client_id', '=', clientId)
    .where('kept_until', '>', fresh.createdAt)
    .executeTakeFirst();
  if (!session) return 'unknown';
  const { code_hash: last, session_hash, finished_at, connected_at, disconnected_at } = session;
  if (last === null) return 'not_connected';
  // The end of a connection also ends a consent that has been given before.
  const isEnded = connected_at !== 0 && (disconnected_at ?? 0) > (finished_at ?? 0);
  if (isEnded) return 'not_connected';
  const isReplaced = await inTransaction(database, async (transaction) => {
    // The code comes first, as in an exchange: its row decides which of several requests is the next.
    const replaced = await transaction
      .updateTable('codes')
      .set({ code_hash: codeHash, expires_at: expiresAt, ...withoutRedirect })
      .where('code_hash', '=', last)
      .where('consumed_at', 'is', null)
      .returning('code_hash')
      .execute();
    if (replaced.length === 0) return false;
    const flows = transaction.updateTable('flows').set({ code_hash: codeHash, code_salt: null });
    await flows.where('session_hash', '=', session_hash).where('code_hash', '=', last).execute();
    const sessions = transaction.updateTable('connect_sessions').set({ code_hash: codeHash });
    await sessions.where('session_id', '=', sessionId).execute();
    return true;
  });
  if (isReplaced) return 'done';
  const code = await database
    .selectFrom('codes')
    .select('consumed_at')
    .where('code_hash', '=', last)
    .executeTakeFirst();
  // Without the code, another request has replaced it first. This one then replaces that one's code.
  if (code) return 'already_exchanged';
  return await replaceCode(database, own, fresh);
}
