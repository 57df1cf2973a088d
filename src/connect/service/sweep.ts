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
  findLatest,
  type Purge,
  purgeRows,
  type RunBatch,
  repeatWhileFull,
  runEach,
  type UnneededRows,
  workAndRest,
} from './store/batches.ts';
import { jobKinds, pullJobs } from './store/jobs.ts';
import { listOldRateCounts } from './store/rate-counters.ts';
import type { Database } from './store/schema.ts';
import { inTransaction } from './store/transactions.ts';

/** The rows that are no longer needed, in the order in which the sweep deletes them. */
const lists: readonly ((now: number) => UnneededRows | readonly UnneededRows[])[] = [
  ...[listOldFlows, listOldCodes, listOldTokens, listOldSessions],
  ...[listOldLoginAttempts, listOldNetworkAttempts, listOldRefusedRequests, listOldOperatorRows],
  ...[listOldDeliveries, listOldEvents, listOldConsents, listOldRateCounts],
];

/** Pulls back jobs and pauses that a clock has planned before it was set back, so that they need not wait for it. */
async function pullBack(connection: Kysely<Database>, now: number): Promise<number> {
  const latest = findLatest(now);
  const webhooks = connection.updateTable('webhooks').set({ paused_until: 0, failing_since: null });
  await webhooks
    .where(({ or, eb }) => or([eb('paused_until', '>', latest), eb('failing_since', '>', latest)]))
    .execute();
  let pulled = 0;
  for (const kind of jobKinds) pulled = Math.max(pulled, await pullJobs(connection, kind, now));
  return pulled;
}

/** Ends overdue consents, gives up grants of old flows and codes, and deletes expired rows, in small transactions. */
export async function sweepExpired(runBatch: RunBatch, now: number): Promise<void> {
  await runEach([
    () => endConsents(runBatch, now),
    () =>
      repeatWhileFull(() => runBatch((connection) => giveUpAbandoned(connection, now, batchSize))),
    () => repeatWhileFull(() => runBatch((connection) => pullBack(connection, now))),
    () => emptyOldFlows(runBatch, now),
    ...lists.flatMap((list) => list(now)).map((rows) => () => deleteInBatches(runBatch, rows)),
    () => deleteRemovedWebhooks(runBatch),
  ]);
}

/**
 * Deletes the rows of deleted applications: tokens before their accounts, and the application last. The transaction
 * that deletes a row also queues the revocation of its grant. Other transactions wait for at most one batch. A purge
 * may stop at any point, even by a crash, because the application stays marked as deleted until its other rows are
 * deleted.
 */
export async function purgeDeleted(purge: Purge): Promise<void> {
  const { database } = purge;
  const deleted = await database
    .selectFrom('applications')
    .select('client_id')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .execute();
  await runEach(
    deleted.map(
      ({ client_id }) =>
        () =>
          purgeApplication(purge, client_id),
    ),
  );
}

async function purgeApplication(purge: Purge, clientId: string): Promise<void> {
  // Sessions are deleted first. Otherwise, deleting the accounts or the application would delete all sessions in one
  // statement.
  await purgeRows(purge, listSessionsOf(clientId));
  await purgeAccounts(purge, clientId);
  await purgeHolders(purge, 'codes', clientId);
  await purgeHolders(purge, 'flows', clientId);
  for (const rows of listEventsOf(clientId)) await purgeRows(purge, rows);
  await purgeRows(purge, listDeliveriesOf(clientId));
  if (purge.signal?.aborted) return;
  await workAndRest(purge, (connection) => deleteApplication(connection, clientId));
}

/** Deletes the application with its last rows, which requests have added while it was being marked as deleted. */
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
