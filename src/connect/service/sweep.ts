import { type Kysely, sql } from 'kysely';
import { endConsents } from './consents/consent-ends.ts';
import { describeOldConsents } from './consents/consents.ts';
import { keepDeliveriesMs, toFirstDeliveryId } from './events/delivery-entries.ts';
import { toFirstEvent } from './events/event-store.ts';
import { attemptMemoryMs } from './flow/network-attempts.ts';
import { keepAuditMs } from './operators/audit-log.ts';
import { giveUpAbandoned } from './providers/abandoned-grants.ts';
import { keepSessionsMs } from './sessions/session-ends.ts';
import {
  batchSize,
  deleteInBatches,
  type RunBatch,
  repeatWhileFull,
  type UnneededRows,
} from './store/batches.ts';
import { keepChangesMs } from './store/flow-changes.ts';
import type { Database } from './store/schema.ts';
import { toFirstId } from './store/sortable-id.ts';

/** How long flows are kept after their expiry, in milliseconds. */
const keepMs = 24 * 60 * 60 * 1000;
/** More than the difference between the clocks of two processes. */
const emptyMs = 60_000;
/** Flows without a login or a problem are kept for less time, because every request for a document creates one. */
const keepEmptyMs = 60 * 60 * 1000;
/** Codes outlive their flows, so that a flow's outcome stays known. */
const keepCodesMs = keepMs + 60 * 60 * 1000;
/** More than the possible difference between the order of event IDs and the order of inserts. */
const keepUnreadMs = 60 * 60 * 1000;
/** How long ended tokens are kept. Their codes are deleted before that. */
const keepTokensMs = 30 * keepMs;
/** How long the dashboard shows refused requests. */
const keepRefusedMs = keepMs;
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
  await repeatWhileFull(() => runBatch((connection) => emptyFlows(connection, now)));
  for (const rows of listExpired(now)) await deleteInBatches(runBatch, rows);
  await deleteRemovedWebhooks(runBatch);
}

/** Deletes removed webhooks with their deliveries. The next sweep deletes the ones beyond a batch. */
async function deleteRemovedWebhooks(runBatch: RunBatch): Promise<void> {
  const isRemoved = sql<boolean>`removed_at IS NOT NULL`;
  const removed = await runBatch((connection) =>
    connection
      .selectFrom('webhooks')
      .select('webhook_id')
      .where(isRemoved)
      .limit(batchSize)
      .execute(),
  );
  for (const { webhook_id } of removed) {
    // APPLICATIONS_FILE may have added the webhook again.
    const own = sql`webhook_id = ${webhook_id} AND EXISTS (
      SELECT 1 FROM webhooks WHERE webhook_id = ${webhook_id} AND ${isRemoved})`;
    await deleteInBatches(runBatch, { table: 'jobs', key: ['job_id'], condition: own });
    await deleteInBatches(runBatch, { table: 'webhooks', key: ['webhook_id'], condition: own });
  }
}

/**
 * Clears the large columns of expired flows. The dashboard needs only the problem and the outcome; the rest can be
 * 100 times as large.
 */
async function emptyFlows(connection: Kysely<Database>, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE flows SET state = NULL, nonce = NULL, code_challenge = NULL, terms = NULL, sealed_challenge = NULL
    WHERE token_hash IN (SELECT token_hash FROM flows WHERE expires_at < ${now - emptyMs}
      AND (state IS NOT NULL OR nonce IS NOT NULL OR code_challenge IS NOT NULL OR terms IS NOT NULL
        OR sealed_challenge IS NOT NULL) LIMIT ${sql.lit(batchSize)})`.execute(connection);
  return Number(numAffectedRows ?? 0);
}

function listExpired(now: number): readonly UnneededRows[] {
  const firstEvent = toFirstEvent(now);
  return [
    {
      table: 'flows',
      key: ['token_hash'],
      condition: sql`username IS NULL AND problem IS NULL AND expires_at < ${now - keepEmptyMs}`,
    },
    {
      table: 'flows',
      key: ['token_hash'],
      condition: sql`expires_at < ${now - keepMs} AND sealed_grant IS NULL`,
    },
    {
      table: 'flow_changes',
      key: ['id'],
      condition: sql`changed_at < ${now - keepChangesMs}`,
    },
    {
      table: 'codes',
      key: ['code_hash'],
      condition: sql`kept_until < ${now - keepCodesMs} AND sealed_grant IS NULL`,
    },
    {
      table: 'tokens',
      key: ['token_hash'],
      condition: sql`revoked_at < ${now - keepTokensMs}`,
    },
    {
      table: 'tokens',
      key: ['token_hash'],
      condition: sql`expires_at < ${now - keepTokensMs}`,
    },
    {
      table: 'connect_sessions',
      key: ['session_id'],
      condition: sql`kept_until < ${now}`,
    },
    {
      table: 'accounts',
      key: ['id'],
      condition: sql`connected_at = 0 AND disconnected_at < ${now - keepSessionsMs - keepMs}`,
    },
    {
      table: 'login_attempts',
      key: ['provider_id', 'username'],
      condition: sql`window_end < ${now}`,
    },
    {
      table: 'refused_requests',
      key: ['client_id', 'kind', 'value'],
      condition: sql`refused_at < ${now - keepRefusedMs}`,
    },
    {
      table: 'network_attempts',
      key: ['provider_id', 'username', 'network_hash'],
      condition: sql`last_at < ${now - attemptMemoryMs}`,
    },
    { table: 'dashboard_networks', key: ['network_hash'], condition: sql`known_until <= ${now}` },
    {
      table: 'jobs',
      key: ['job_id'],
      condition: sql`kind = 'delivery' AND job_id < ${toFirstDeliveryId(now - keepDeliveriesMs)}`,
    },
    {
      table: 'admin_keys',
      key: ['key_id'],
      condition: sql`ended_at < ${now - keepAuditMs}`,
    },
    {
      table: 'audit_log',
      key: ['id'],
      condition: sql`id < ${toFirstId(now - keepAuditMs)}`,
    },
    {
      table: 'events',
      key: ['id'],
      // The last old event of an application stays, as a mark for a reader that has seen it and missed nothing.
      condition: sql`id < ${firstEvent} AND (${firstEvent} > (
        SELECT id FROM events AS later WHERE later.client_id = events.client_id
          AND later.position > events.position ORDER BY later.position LIMIT 1)
        OR position IS NOT NULL AND ${firstEvent} > (
        SELECT id FROM events AS unread WHERE unread.client_id = events.client_id
          AND unread.position IS NULL ORDER BY unread.written LIMIT 1))`,
    },
    {
      table: 'events',
      key: ['id'],
      // Events that no one read. The published event before them was deleted above, so that the reader learns of
      // the gap.
      condition: sql`id < ${toFirstEvent(now - keepUnreadMs)} AND coalesce(position, 0) = 0`,
    },
    { table: 'consents', key: ['id'], condition: describeOldConsents(now) },
    { table: 'rate_counts', key: ['key_hash'], condition: sql`window_end < ${now}` },
    { table: 'dashboard_sessions', key: ['token_hash'], condition: sql`expires_at <= ${now}` },
  ];
}
