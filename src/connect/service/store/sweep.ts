import { setImmediate as letOthersIn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { keepAuditMs } from './audit-log.ts';
import { publishEvents, toFirstEvent } from './event-store.ts';
import { attemptMemoryMs } from './network-attempts.ts';
import { giveUpAbandoned } from './revocations.ts';
import type { Database } from './schema.ts';
import { keepSessionsMs } from './session-ends.ts';
import { toFirstId } from './sortable-id.ts';

/** Flows are kept this long after their expiry, in milliseconds. */
const keepMs = 24 * 60 * 60 * 1000;
/** Flows without a login or a problem are kept for less time, because each request for a document creates one. */
const keepEmptyMs = 60 * 60 * 1000;
/** Codes outlive their flows, so that a flow's outcome is known. */
const keepCodesMs = keepMs + 60 * 60 * 1000;
/** The dashboard shows refused origins for this long. */
const keepRefusedMs = keepMs;
/** Rows in a batch; small, so that no request waits for the sweep. */
const batchSize = 1000;

/** One kind of row that expires. */
interface Expiry {
  readonly table: keyof Database;
  readonly key: readonly string[];
  /** The condition for expired rows. */
  readonly condition: ReturnType<typeof sql>;
}

/**
 * Publishes events, gives up the grants of expired rows, and deletes rows that nothing needs. It uses small
 * transactions, so that other requests run in between.
 *
 * @param now - milliseconds since the epoch
 */
export async function sweepExpired(database: Kysely<Database>, now: number): Promise<void> {
  await publishEvents(database, now);
  await repeatWhileFull(() => giveUpAbandoned(database, now, batchSize));
  for (const expiry of listExpiries(now)) {
    await repeatWhileFull(() => sweepBatch(database, expiry));
  }
}

/** @param sweep - sweeps a batch and returns the number of its rows */
async function repeatWhileFull(sweep: () => Promise<number>): Promise<void> {
  let count = batchSize;
  while (count === batchSize) {
    count = await sweep();
    // SQLite is synchronous: without this pause, the process would read no request until the end.
    await letOthersIn();
  }
}

function listExpiries(now: number): readonly Expiry[] {
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
      table: 'codes',
      key: ['code_hash'],
      condition: sql`kept_until < ${now - keepCodesMs} AND sealed_grant IS NULL`,
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
      table: 'refused_origins',
      key: ['client_id', 'origin'],
      condition: sql`refused_at < ${now - keepRefusedMs}`,
    },
    {
      table: 'network_attempts',
      key: ['provider_id', 'username', 'network_hash'],
      condition: sql`last_at < ${now - attemptMemoryMs}`,
    },
    { table: 'dashboard_networks', key: ['network_hash'], condition: sql`known_until <= ${now}` },
    {
      table: 'audit_log',
      key: ['id'],
      condition: sql`id < ${toFirstId(now - keepAuditMs)}`,
    },
    {
      table: 'events',
      key: ['id'],
      // The last old event of an application stays: a reader that has seen it has missed nothing.
      condition: sql`id < ${firstEvent} AND ${firstEvent} > (
        SELECT id FROM events AS later WHERE later.client_id = events.client_id
          AND later.position > events.position ORDER BY later.position LIMIT 1)`,
    },
    { table: 'rate_counts', key: ['key_hash'], condition: sql`window_end < ${now}` },
    { table: 'dashboard_sessions', key: ['token_hash'], condition: sql`expires_at <= ${now}` },
  ];
}

async function sweepBatch(
  database: Kysely<Database>,
  { table, key, condition }: Expiry,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE (${columns}) IN (
      SELECT ${columns} FROM ${sql.table(table)} WHERE ${condition} LIMIT ${batchSize}
    )`.execute(database);
  return Number(numAffectedRows ?? 0);
}
