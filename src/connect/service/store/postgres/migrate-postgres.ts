import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Migration, Phase } from '../migrations/migration.ts';
import {
  describeMismatch,
  readSchemaState,
  type SchemaState,
  type Select,
} from '../migrations/schema-state.ts';
import { findRoute, withClient } from './postgres-pool.ts';
import { applyMigration, createInOneGo, standardPatienceMs } from './postgres-work.ts';

/** The number of the advisory lock that a migrating process holds, so that only one process migrates at a time. */
const migrationLock = 7_318_404;
const lockPollMs = 500;

export const listPostgresTables =
  'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';

interface MigrationRun {
  /** On an empty database, `expand` also runs the `contract` migrations. */
  readonly phase: Phase;
  readonly report: (line: string) => void;
  /** The time to wait for another process, or to repeat a blocked step, in milliseconds. Default: 10 minutes. */
  readonly patienceMs?: number;
  /** The migrations to run. Default: those of this service. Tests pass others. */
  readonly migrations?: readonly Migration[];
}

/**
 * Migrates the tables while services use them. Each step is recorded, so that a later run continues after a crash.
 *
 * @param url - `postgres://…` of the server itself, with a role that owns the tables
 * @throws Error when a migration cannot continue; the message says what to do
 */
export async function migratePostgres(url: string, run: MigrationRun): Promise<void> {
  const { isPooled } = await findRoute(url);
  if (isPooled) {
    throw new Error(
      'The address of the database leads to a pooler, which loses the lock of a migration. Name the server itself with MIGRATION_DATABASE_URL.',
    );
  }
  await withClient(configure(url), async (client) => {
    await takeLock(client, run);
    const state = await readClientState(client, run.migrations);
    if (state.tooNew) throw new Error(describeMismatch(state));
    if (state.isEmpty) {
      await createInOneGo(client, state.missing);
      run.report('Created the tables.');
      return;
    }
    if (run.phase === 'contract' && state.missing.expand.length > 0) {
      throw new Error(
        'Migrations that come before the end are missing. Run "npx tax-connect migrate", replace every process by the new version, and run this again.',
      );
    }
    for (const migration of state.missing[run.phase]) await applyMigration(client, migration, run);
  });
}

export async function readPostgresState(
  url: string,
  migrations?: readonly Migration[],
): Promise<SchemaState> {
  return await withClient(configure(url), (client) => readClientState(client, migrations));
}

const configure = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: 5000,
  application_name: 'tax-connect migrate',
  // A NAT may forget a connection that is silent for some minutes, and a step may build an index for hours.
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
});

export async function readClientState(
  client: Client,
  migrations?: readonly Migration[],
): Promise<SchemaState> {
  const select: Select = async <Row>(query: string) =>
    (await client.query(query)).rows as readonly Row[];
  return await readSchemaState(select, listPostgresTables, migrations);
}

/**
 * Takes the lock by polling. A query that waits for a lock holds a snapshot. A process that builds an index
 * concurrently would wait for that snapshot, while this process waits for its lock.
 */
async function takeLock(
  client: Client,
  { report, patienceMs = standardPatienceMs }: MigrationRun,
): Promise<void> {
  // With `client_connection_check_interval`, a server that notices the death of this process ends a long build and
  // releases the lock. PostgreSQL 13 does not know the setting.
  await client.query(`SELECT set_config('statement_timeout', '0', false);
    SELECT set_config(name, '1s', false) FROM pg_settings WHERE name = 'client_connection_check_interval'`);
  const end = performance.now() + patienceMs;
  let hasWaited = false;
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>(
      `SELECT pg_try_advisory_lock(${migrationLock}) AS is_ours`,
    );
    if (rows[0]?.is_ours) return;
    if (performance.now() > end) throw new Error(await describeOther(client));
    if (!hasWaited) report('Another process migrates this database. Waiting for it.');
    hasWaited = true;
    await wait(lockPollMs);
  }
}

async function describeOther(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; query: string }>(
    `SELECT pid, left(query, 100) AS query
      FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND objid = ${migrationLock} AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  const [other] = rows;
  const again = 'run "npx tax-connect migrate" again';
  // The process that held the lock has ended in the meantime.
  if (!other) return `Another process has migrated this database. To see its result, ${again}.`;
  const { pid, query } = other;
  return (
    `Another process still migrates this database: ${pid} of the database, at "${query}". Wait ` +
    `for its end, or end it with SELECT pg_terminate_backend(${pid}). Then ${again}.`
  );
}
