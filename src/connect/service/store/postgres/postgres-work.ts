import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Migration, PostgresWork } from '../migrations/migration.ts';
import {
  createMigrationsTable,
  recordMigration,
  type SchemaState,
} from '../migrations/schema-state.ts';
import { readErrorCode } from '../transactions.ts';

/** The time that a migration waits for a lock, in milliseconds. Requests queue behind it, so it gives up early. */
const lockTimeoutMs = 200;
const firstPauseMs = 250;
const longestPauseMs = 5000;
export const standardPatienceMs = 600_000;

const lockFailures: ReadonlySet<unknown> = new Set(['55P03', '40P01', '40001']);

interface Progress {
  readonly report: (line: string) => void;
  readonly patienceMs?: number;
}

/** Creates every table in one transaction. Tables without rows need no concurrent index build. */
export async function createInOneGo(
  client: Client,
  { expand, contract }: SchemaState['missing'],
): Promise<void> {
  const statements = [...expand, ...contract].flatMap((one) => [
    ...listStatements(one.postgres),
    recordMigration(one),
  ]);
  await inOneTransaction(client, [createMigrationsTable, ...statements]);
}

/** Lists the statements for empty tables, which need no CONCURRENTLY and have no rows to change. */
export function listStatements(work: PostgresWork): readonly string[] {
  switch (work.kind) {
    case 'transaction':
    case 'indexes':
      return work.statements;
    case 'dropped indexes':
      return work.names.map((name) => `DROP INDEX ${name}`);
    case 'batches':
      return [];
  }
}

/** Runs a migration while services use the tables, and records it. */
export async function applyMigration(
  client: Client,
  migration: Migration,
  progress: Progress,
): Promise<void> {
  const { version, name, postgres: work } = migration;
  progress.report(`${version} ${name}`);
  const run = (statements: readonly string[]) =>
    insist(client, progress, () => inOneTransaction(client, statements));
  if (work.kind === 'transaction') {
    await run([...work.statements, recordMigration(migration)]);
    return;
  }
  if (work.kind === 'indexes')
    for (const statement of work.statements) await buildIndex(client, statement, progress);
  else if (work.kind === 'dropped indexes')
    for (const index of work.names)
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  else await runBatches(client, work.statement, progress);
  await run([recordMigration(migration)]);
}

async function inOneTransaction(client: Client, statements: readonly string[]): Promise<void> {
  try {
    const limit = `SET LOCAL lock_timeout = ${lockTimeoutMs}`;
    await client.query(['BEGIN', limit, ...statements, 'COMMIT'].join(';\n'));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Builds an index under a lock that conflicts with no request, so it may take as long as it needs. A crash leaves an
 * invalid index, which slows writes and helps no query. Such an index is dropped first.
 *
 * @see https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 */
async function buildIndex(client: Client, statement: string, progress: Progress): Promise<void> {
  const [, start = '', name = ''] = /^(CREATE (?:UNIQUE )?INDEX) (\w+)/.exec(statement) ?? [];
  const { rows } = await client.query<{ is_valid: boolean }>(
    'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  const [found] = rows;
  if (found?.is_valid) return;
  if (found) {
    progress.report(`  The index ${name} is not finished, so it is built again.`);
    await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  }
  progress.report(`  Building the index ${name}.`);
  await client.query(statement.replace(`${start} `, `${start} CONCURRENTLY `));
}

/**
 * Runs a statement in batches. Each batch begins after the last key of the previous one: reading earlier rows again
 * would take time proportional to the square of their number. A pass without changes is the last one.
 */
async function runBatches(client: Client, statement: string, progress: Progress): Promise<void> {
  const runNext = (lastKey: string) =>
    insist(client, progress, () => runBatch(client, statement, lastKey));
  for (let key = await runNext(''); key !== undefined; key = await runNext('')) {
    while (key !== undefined) key = await runNext(key);
  }
}

/** Changes the next batch of rows. Returns its last key, or undefined when no row is left after `lastKey`. */
async function runBatch(
  client: Client,
  statement: string,
  lastKey: string,
): Promise<string | undefined> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    const { rows } = await client.query<{ last_key: string | null }>(statement, [lastKey]);
    await client.query('COMMIT');
    return rows[0]?.last_key ?? undefined;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Repeats `work` while another transaction holds a lock. In the growing pauses, queued requests are served. */
async function insist<Result>(
  client: Client,
  { report, patienceMs = standardPatienceMs }: Progress,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + patienceMs;
  let blocker: string | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!lockFailures.has(readErrorCode(error))) throw error;
      const found = await describeBlockers(client);
      if (performance.now() > end)
        throw new Error(`A lock was not free in time. ${found}`, { cause: error });
      if (found !== blocker) report(`  A lock is taken; trying again. ${found}`);
      blocker = found;
      await wait(pauseMs);
    }
  }
}

/** Describes the longest open transactions, which usually hold the lock. */
async function describeBlockers(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string }>(
    `SELECT pid, application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND xact_start < clock_timestamp() - interval '1 second' ORDER BY xact_start LIMIT 3`,
  );
  if (rows.length === 0)
    return 'Run "npx tax-connect migrate" again when the database has less to do.';
  const list = rows.map(({ pid, name }) => `${pid} (${name || 'without a name'})`).join(', ');
  return `Old transactions are open in the processes ${list}. End them there, or with SELECT pg_terminate_backend(…).`;
}
