import { type Insertable, type Kysely, sql } from 'kysely';
import { ownIdColumns, toOwnEventData } from '../applications/own-ids.ts';
import { addEvents } from '../events/events.ts';
import { endWithGrants } from '../providers/abandoned-grants.ts';
import { batchSize, type UnneededRows } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';
import type { OwnSession } from './session-codes.ts';

/** The time that a session can be read and its code fetched after its end, in milliseconds. */
export const keepSessionsMs = 7 * 24 * 60 * 60 * 1000;

/** A reserved account that was never connected is kept this long, in milliseconds. It outlives its session. */
const keepReservedMs = keepSessionsMs + 24 * 60 * 60 * 1000;

export const listOldSessions = (now: number): readonly UnneededRows[] => [
  { table: 'connect_sessions', key: ['session_id'], condition: sql`kept_until < ${now}` },
  {
    table: 'accounts',
    key: ['id'],
    condition: sql`connected_at = 0 AND disconnected_at < ${now - keepReservedMs}`,
  },
];

/** Clears the terms of an ended session. Flows have copies of the terms that they need. */
const withoutTerms = { state: null, redirect_uri: null, provider_ids: null } as const;

/** Prepares the update that ends an open session. The update is conditional, so that only one of several ends wins. */
function endOpen(database: Kysely<Database>, status: SessionEnd, now: number) {
  return database
    .updateTable('connect_sessions')
    .set({ status, finished_at: now, kept_until: now + keepSessionsMs })
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .returning(['client_id', 'session_id', 'session_hash', ...ownIdColumns]);
}

type SessionEnd = 'connected' | 'denied' | 'canceled';

/**
 * Ends an open session without success, revokes the grants of its flows, and adds the event. False when the session was
 * not open.
 *
 * @param owned - the IDs of the session and its application, or the hash of the session's secret
 */
export function endWithoutSuccess(
  database: Kysely<Database>,
  owned: OwnSession | { readonly sessionHash: string },
  { status, now }: { readonly status: Exclude<SessionEnd, 'connected'>; readonly now: number },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const hash =
      'sessionHash' in owned ? owned.sessionHash : await findSessionHash(transaction, owned);
    if (hash === undefined) return false;
    const ended = await endWithGrants(transaction, [hash], () =>
      endOpen(transaction, status, now)
        .set(withoutTerms)
        .where('session_hash', '=', hash)
        .execute(),
    );
    const events = ended.map(({ client_id: clientId, session_id, ...row }) => ({
      clientId,
      type: 'session.finished' as const,
      data: { session_id, status, ...toOwnEventData(row) },
    }));
    await addEvents(transaction, events, now);
    return ended.length > 0;
  });
}

async function findSessionHash(
  database: Kysely<Database>,
  { clientId, sessionId }: OwnSession,
): Promise<string | undefined> {
  const session = await database
    .selectFrom('connect_sessions')
    .select('session_hash')
    .where('session_id', '=', sessionId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return session?.session_hash;
}

/** Ends a batch of expired sessions, of one application if `clientId` is given. Returns how many were found. */
export async function endExpired(
  database: Kysely<Database>,
  now: number,
  clientId?: string,
): Promise<number> {
  // The sessions are read first, because an update of no rows would still wait for SQLite's single writer.
  const due = await database
    .selectFrom('connect_sessions')
    .select('session_hash')
    .where('status', '=', sql.lit('open'))
    .where('expires_at', '<=', now)
    .$if(clientId !== undefined, (open) => open.where('client_id', '=', clientId ?? ''))
    .limit(batchSize)
    .execute();
  const hashes = due.map(({ session_hash }) => session_hash);
  if (hashes.length > 0)
    await inTransaction(database, (transaction) => expire(transaction, hashes, now));
  return hashes.length;
}

async function expire(
  transaction: Kysely<Database>,
  hashes: readonly string[],
  now: number,
): Promise<void> {
  const expired = await endWithGrants(transaction, hashes, () =>
    transaction
      .updateTable('connect_sessions')
      .set({ status: 'expired', finished_at: sql`expires_at`, ...withoutTerms })
      .where('session_hash', 'in', hashes)
      // Another process may have ended the session in the meantime.
      .where('status', '=', 'open')
      .returning(['client_id', 'session_id', 'session_hash', ...ownIdColumns])
      .execute(),
  );
  const events = expired.map(({ client_id: clientId, session_id, ...row }) => ({
    clientId,
    type: 'session.finished' as const,
    data: { session_id, status: 'expired' as const, ...toOwnEventData(row) },
  }));
  await addEvents(transaction, events, now);
}

interface SessionSuccess
  extends Pick<Insertable<Database['codes']>, 'code_hash' | 'provider_id' | 'username'> {
  readonly account_id: string;
  readonly consented_at: number;
}

/**
 * Ends a session because its flow has succeeded. Call it in the transaction that stores the code, after the code and
 * the flow are stored.
 *
 * @returns false when the session has already ended, or its account has been disconnected
 */
export async function completeSession(
  transaction: Kysely<Database>,
  sessionHash: string,
  success: SessionSuccess,
): Promise<boolean> {
  const { code_hash, provider_id, username, account_id, consented_at: now } = success;
  const [ended] = await endOpen(transaction, 'connected', now)
    .set({ code_hash, provider_id })
    .where('session_hash', '=', sessionHash)
    .where(sql<boolean>`(known_account_id IS NULL OR EXISTS (SELECT id FROM accounts
      WHERE accounts.id = known_account_id AND accounts.disconnected_at IS NULL
        AND accounts.provider_id = ${provider_id} AND accounts.username = ${username}))`)
    .returning('provider_ids')
    .execute();
  if (!ended) return false;
  // Earlier steps have also checked that the session allows the provider. This check enforces the backend's terms on
  // every path.
  if (!(parseIds(ended.provider_ids)?.includes(provider_id) ?? true)) return false;
  const sessions = transaction.updateTable('connect_sessions').set({ account_id, ...withoutTerms });
  const { client_id: clientId, session_id } = ended;
  await sessions.where('session_id', '=', session_id).execute();
  const codes = transaction.updateTable('codes').set({ session_id });
  await codes.where('code_hash', '=', code_hash).execute();
  const own = toOwnEventData(ended);
  const data = { session_id, status: 'connected' as const, account_id, provider_id, ...own };
  await addEvents(transaction, [{ clientId, type: 'session.finished', data }], now);
  return true;
}

/** Returns the provider IDs of a session; null for all providers. */
export function parseIds(stored: string | null): readonly string[] | null {
  return stored === null ? null : JSON.parse(stored);
}

export const listSessionsOf = (clientId: string): UnneededRows => ({
  table: 'connect_sessions',
  key: ['session_id'],
  condition: sql`client_id = ${clientId}`,
});
