import { type Kysely, sql } from 'kysely';
import { ownIdColumns, toOwnEventData } from '../applications/own-ids.ts';
import { addEvents } from '../events/events.ts';
import { giveUpGrants } from '../providers/revocations.ts';
import { batchSize, type RunBatch, repeatWhileFull } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Ends expired consents, revokes their grants, and announces consents that end soon. */
export async function endConsents(runBatch: RunBatch, now: number): Promise<void> {
  await repeatWhileFull(() => runBatch((connection) => endBatch(connection, now)));
}

async function endBatch(connection: Kysely<Database>, now: number): Promise<number> {
  // The rows are read first, because an update of no rows would still wait for SQLite's single writer.
  const due = await connection
    .selectFrom('accounts')
    .select('id')
    .where('consent_due_at', '<=', now)
    .limit(batchSize)
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    await inTransaction(connection, async (transaction) => {
      await expire(transaction, ids, now);
      await announce(transaction, ids, now);
    });
  }
  return ids.length;
}

/**
 * Ends the expired consents among these accounts. The first update locks the rows and returns their grants; the second
 * update removes the grants. If an exchange or another process was faster, the first update returns no rows.
 */
async function expire(
  transaction: Kysely<Database>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const accounts = transaction.updateTable('accounts');
  const expired = await accounts
    .set({ status: 'expired', status_since: sql`consent_ends_at`, consent_due_at: null })
    .where('id', 'in', ids)
    .where('consent_due_at', '<=', now)
    .where('consent_ends_at', '<=', now)
    .returning(['id', 'client_id', 'provider_id', 'username as subject', 'sealed_grant'])
    .returning(ownIdColumns)
    .execute();
  if (expired.length === 0) return;
  const expiredIds = expired.map(({ id }) => id);
  await accounts
    .set({ sealed_grant: null, grant_revision: sql`grant_revision + 1` })
    .where('id', 'in', expiredIds)
    .execute();
  await giveUpGrants(transaction, expired);
  const events = expired.map(({ id: account_id, client_id: clientId, provider_id, ...row }) => ({
    clientId,
    type: 'connection.expired' as const,
    data: { account_id, provider_id, ...toOwnEventData(row) },
  }));
  await addEvents(transaction, events, now);
}

/**
 * Announces consents that end soon, and plans what is due next. After the notice of the last day, the end itself is
 * due. After an earlier notice, the notice of the last day is due.
 */
async function announce(
  transaction: Kysely<Database>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const near = await transaction
    .updateTable('accounts')
    .set({
      consent_due_at: sql`CASE WHEN consent_ends_at - ${dayMs} <= ${now} THEN consent_ends_at
        ELSE consent_ends_at - ${dayMs} END`,
    })
    .where('id', 'in', ids)
    .where('consent_due_at', '<=', now)
    .where('consent_ends_at', '>', now)
    .returning(['id', 'client_id', 'provider_id', 'consent_ends_at', ...ownIdColumns])
    .execute();
  const events = near.map(
    ({ id: account_id, client_id: clientId, provider_id, consent_ends_at, ...row }) => ({
      clientId,
      type: 'connection.expiring' as const,
      data: {
        ...{ account_id, provider_id },
        expires_at: new Date(consent_ends_at ?? 0).toISOString(),
        ...toOwnEventData(row),
      },
    }),
  );
  await addEvents(transaction, events, now);
}
