import { listOldRefusedRequests } from './applications/refused-requests.ts';
import { listOldTokens } from './connections/accounts-table.ts';
import { listOldCodes } from './connections/codes-table.ts';
import { endConsents } from './consents/consent-ends.ts';
import { listOldConsents } from './consents/consents.ts';
import { listOldDeliveries } from './events/delivery-entries.ts';
import { listOldEvents } from './events/event-store.ts';
import { deleteRemovedWebhooks } from './events/webhooks.ts';
import { emptyOldFlows, listOldFlows } from './flow/flows.ts';
import { listOldLoginAttempts, listOldNetworkAttempts } from './flow/login-attempts.ts';
import { listOldOperatorRows } from './operators/operator-tables.ts';
import { giveUpAbandoned } from './providers/abandoned-grants.ts';
import { listOldSessions } from './sessions/session-ends.ts';
import {
  batchSize,
  deleteInBatches,
  type RunBatch,
  repeatWhileFull,
  type UnneededRows,
} from './store/batches.ts';
import { listOldRateCounts } from './store/rate-counters.ts';

/** The rows of each feature that are no longer needed, in the order of their deletion. */
const lists: readonly ((now: number) => UnneededRows | readonly UnneededRows[])[] = [
  ...[listOldFlows, listOldCodes, listOldTokens, listOldSessions],
  ...[listOldLoginAttempts, listOldNetworkAttempts, listOldRefusedRequests, listOldOperatorRows],
  ...[listOldDeliveries, listOldEvents, listOldConsents, listOldRateCounts],
];

/**
 * Gives up the grants of expired rows, and deletes expired rows. It works in small transactions, so that other
 * requests run in between.
 *
 * @param now - milliseconds since the epoch
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
