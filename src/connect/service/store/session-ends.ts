import { type Kysely, sql } from 'kysely';
import { createAccountId } from './accounts.ts';
import type { Database } from './schema.ts';

/** A session stays readable for this long after its end, in milliseconds. Its code can be fetched so long. */
export const keepSessionsMs = 7 * 24 * 60 * 60 * 1000;

/** Ends open sessions. One conditional update, so that exactly one of several ends wins. */
export function endOpen(
  database: Kysely<Database>,
  status: 'connected' | 'denied' | 'canceled',
  now: number,
) {
  return database
    .updateTable('connect_sessions')
    .set({ status, finished_at: now, kept_until: now + keepSessionsMs })
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .returning('session_id');
}

/** The success of a session. */
interface SessionSuccess {
  readonly client_id: string;
  readonly provider_id: string;
  /** The person's stable ID at the provider. */
  readonly username: string;
  readonly code_hash: string;
  /** When the person has allowed it, milliseconds since the epoch. */
  readonly consented_at: number;
}

/**
 * Ends a session, because its flow has succeeded. Call it in the transaction that stores the code, after the
 * code and the flow.
 *
 * @returns false when the session has ended already, or its account has been disconnected
 */
export async function completeSession(
  transaction: Kysely<Database>,
  sessionHash: string,
  success: SessionSuccess,
): Promise<boolean> {
  const { code_hash, provider_id, username, consented_at: now } = success;
  const [ended] = await endOpen(transaction, 'connected', now)
    .set({ code_hash, provider_id })
    .where('session_hash', '=', sessionHash)
    .where(sql<boolean>`(known_account_id IS NULL OR EXISTS (SELECT id FROM accounts
      WHERE accounts.id = known_account_id AND accounts.disconnected_at IS NULL
        AND accounts.provider_id = ${provider_id} AND accounts.username = ${username}))`)
    .returning('provider_ids')
    .execute();
  if (!ended) return false;
  // The steps before have checked this, too. Whatever way led here, the terms of the backend hold.
  if (!(parseIds(ended.provider_ids)?.includes(provider_id) ?? true)) return false;
  const account_id = await reserveAccount(transaction, success);
  const sessions = transaction.updateTable('connect_sessions').set({ account_id });
  await sessions.where('session_id', '=', ended.session_id).execute();
  return true;
}

/**
 * An account gets its ID at the first exchange. A backend that asks about its session before needs that ID, too,
 * and two sessions of one person must name the same account. So the row is added here, as one that is not
 * connected.
 *
 * @returns the ID of the account
 */
async function reserveAccount(
  transaction: Kysely<Database>,
  { client_id, provider_id, username, consented_at }: SessionSuccess,
): Promise<string> {
  const { rows } = await sql<{ readonly id: string }>`
    INSERT INTO accounts (id, client_id, provider_id, username, connected_at, last_exchange_at, disconnected_at)
    VALUES (${createAccountId()}, ${client_id}, ${provider_id}, ${username}, 0, 0, ${consented_at})
    ON CONFLICT (client_id, provider_id, username) DO UPDATE SET disconnected_at =
      CASE WHEN accounts.connected_at = 0 THEN excluded.disconnected_at ELSE accounts.disconnected_at END
    RETURNING id`.execute(transaction);
  const [account] = rows;
  if (!account) throw new Error('An upsert has returned no row.');
  return account.id;
}

/** @returns the list of provider IDs of a session; null: all */
export function parseIds(stored: string | null): readonly string[] | null {
  return stored === null ? null : JSON.parse(stored);
}
