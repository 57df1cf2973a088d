import { type Kysely, sql } from 'kysely';
import { listOldRefusedRequests } from './applications/refused-requests.ts';
import { purgeAccounts } from './connections/account-grants.ts';
import { listOldCodes, listOldTokens } from './connections/connection-tables.ts';
import { endConsents } from './consents/consent-ends.ts';
import { listOldConsents } from './consents/consents.ts';
import { listDeliveriesOf, listOldDeliveries } from './events/delivery-entries.ts';
import { listEventsOf, listOldEvents } from './events/event-store.ts';
import { deleteRemovedWebhooks } from './events/webhooks.ts';
import { emptyOldFlows, listOldFlows } from './flow/flows.ts';
import { listOldLoginAttempts, listOldNetworkAttempts } from './flow/login-attempts.ts';
import { listOldOperatorRows } from './operators/operator-tables.ts';
import { giveUpAbandoned, purgeHolders } from './providers/abandoned-grants.ts';
import { deleteHolders, holderTables } from './providers/revocations.ts';
import { listOldSessions, listSessionsOf } from './sessions/session-ends.ts';
import {
  batchSize,
  deleteInBatches,
  type Purge,
  purgeRows,
  type RunBatch,
  repeatWhileFull,
  type UnneededRows,
  workAndRest,
} from './store/batches.ts';
import { listOldRateCounts } from './store/rate-counters.ts';
import type { Database } from './store/schema.ts';
import { inTransaction } from './store/transactions.ts';

/** The rows that are no longer needed, in the order in which the sweep deletes them. */
const lists: readonly ((now: number) => UnneededRows | readonly UnneededRows[])[] = [
  ...[listOldFlows, listOldCodes, listOldTokens, listOldSessions],
  ...[listOldLoginAttempts, listOldNetworkAttempts, listOldRefusedRequests, listOldOperatorRows],
  ...[listOldDeliveries, listOldEvents, listOldConsents, listOldRateCounts],
];

/**
 * Ends consents that are over, gives up grants of expired flows and codes, and deletes expired rows. It works in
 * small transactions, so that requests run in between.
 */
export async function sweepExpired(runBatch: RunBatch, now: number): Promise<void> {
  await endConsents(runBatch, now);
  await repeatWhileFull(() =>
    runBatch((connection) => giveUpAbandoned(connection, now, batchSize)),
  );
  await emptyOldFlows(runBatch, now);
  for (const rows of lists.flatMap((list) => list(now))) await deleteInBatches(runBatch, rows);
  await deleteRemovedWebhooks(runBatch);
}

/**
 * Deletes the rows of deleted applications: tokens before their accounts, and the application last. The transaction
 * that deletes a row also queues the revocation of its grant. Other transactions wait for at most one batch. A purge
 * may stop at any point, even by a crash, because the application stays marked as deleted until its other rows are
 * deleted.
 */
export async function purgeDeleted(purge: Purge): Promise<void> {
  const { database, signal } = purge;
  const deleted = await database
    .selectFrom('applications')
    .select('client_id')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .execute();
  for (const { client_id } of deleted) {
    // Sessions are deleted first. Otherwise, deleting the accounts or the application would delete all sessions in
    // one statement.
    await purgeRows(purge, listSessionsOf(client_id));
    await purgeAccounts(purge, client_id);
    await purgeHolders(purge, 'codes', client_id);
    await purgeHolders(purge, 'flows', client_id);
    for (const rows of listEventsOf(client_id)) await purgeRows(purge, rows);
    await purgeRows(purge, listDeliveriesOf(client_id));
    if (signal?.aborted) return;
    await workAndRest(purge, (connection) => deleteApplication(connection, client_id));
  }
}

/**
 * Deletes the application with its last rows. While it was being marked as deleted, requests may have added a few
 * rows, some with grants.
 */
async function deleteApplication(database: Kysely<Database>, clientId: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    for (const table of holderTables) {
      await deleteHolders(transaction, table, sql`client_id = ${clientId}`);
    }
    const application = transaction.deleteFrom('applications').where('client_id', '=', clientId);
    await application.where('deleted_at', 'is not', null).execute();
    // No foreign key deletes the events. They are deleted last, because the steps before may add events.
    for (const is of ['is', 'is not'] as const) {
      const events = transaction.deleteFrom('events').where('client_id', '=', clientId);
      await events.where('position', is, null).execute();
    }
  });
}
