import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, QueryResultRow } from 'pg';
import type { PurgePace, RunBatch } from '../batches.ts';
import { createJoiner } from '../joiner.ts';
import { describeMismatch, readSchemaState, type Select } from '../migrations/schema-state.ts';
import type { Lookup, OpenedDatabase } from '../opened-database.ts';
import { createSharedCounters } from '../rate-counters.ts';
import type { Database } from '../schema.ts';
import { inTransaction, readErrorCode } from '../transactions.ts';
import { listFlowChanges } from './flow-changes.ts';
import { listPostgresTables, migratePostgres } from './migrate-postgres.ts';
import { createPool, findRoute } from './postgres-pool.ts';

/** Numbers of advisory locks, like the one in `migrate-postgres.ts`. No other program may use them in this database. */
const sweepLock = 7_318_402;
const purgeLock = 7_318_403;

/** A pause lasts as long as the batch before it, because requests need the disk, too. */
const purgePace: PurgePace = { batchSize: 500, rest: 1 };

interface PostgresOptions {
  readonly poolSize: number;
  readonly readUrl?: string | undefined;
  /** The address at which to migrate outdated tables; undefined to refuse them. */
  readonly migrationUrl: string | undefined;
  readonly report: (line: string) => void;
  readonly onIdleError: (error: Error) => void;
}

/**
 * Opens a PostgreSQL database. Any number of service processes of this version and the previous one may share it.
 *
 * @throws Error when the database does not answer, or its tables are too old or too new
 */
export async function openPostgres(
  url: string,
  { poolSize, readUrl, migrationUrl, report, onIdleError }: PostgresOptions,
): Promise<OpenedDatabase> {
  const route = await findRoute(url);
  const { isPooled } = route;
  const pool = createPool(url, route, { max: poolSize, onIdleError });
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  // The query runs through Kysely, because Kysely closes only a pool that it has used.
  const select: Select = async <Row>(query: string) =>
    (await sql.raw<Row>(query).execute(database)).rows;
  const readSchema = () => readSchemaState(select, listPostgresTables);
  try {
    let mismatch = describeMismatch(await readSchema());
    if (mismatch !== undefined && migrationUrl !== undefined) {
      await migratePostgres(migrationUrl, { phase: 'expand', report });
      mismatch = describeMismatch(await readSchema());
    }
    if (mismatch !== undefined) throw new Error(mismatch);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  const replica = readUrl === undefined ? undefined : await openReplica(readUrl, onIdleError);
  return {
    database,
    replica: replica?.database,
    transactions: {
      hasRowLocks: true,
      // The remaining connections serve other requests, even when every shared transaction waits for a lock.
      concurrency: Math.ceil(poolSize / 4),
      isConnectionLost,
      isPartialFailure,
    },
    prepareLookup: (lookup) => createPostgresLookup(pool, isPooled, lookup),
    rateCounters: createSharedCounters(database),
    listFlowChanges: (since) => listFlowChanges(database, since),
    warnings: [...route.warnings, ...(replica?.warnings ?? [])],
    readSchema,
    readPoolUse: () => pool.readUse(),
    sweep: (work) => runAlone(database, sweepLock, work),
    purge: (work) =>
      runAlone(database, purgeLock, (runBatch) => work(withoutDisk(runBatch), purgePace)),
    async close() {
      await Promise.all([database.destroy(), replica?.database.destroy()]);
    },
  };
}

/** There are few lists, so a replica needs few connections. */
const replicaConnections = 3;

/** Opens the replica. If it does not answer, the service still starts, and reads lists from the primary. */
async function openReplica(url: string, onIdleError: (error: Error) => void) {
  const route = await findRoute(url).catch(() => ({
    // These options assume a pooler: without connection parameters, the pool works with and without one.
    isPooled: true,
    warnings: ['DATABASE_READ_URL does not answer: lists come from DATABASE_URL until it does.'],
  }));
  const pool = createPool(url, route, { max: replicaConnections, onIdleError });
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { database, warnings: route.warnings };
}

/** Thrown to stop a sweep or a purge while another process holds its lock. */
class DoneElsewhere extends Error {}

/**
 * Runs work in batches that each hold the lock. A lock must not outlive a transaction, because behind a pooler the
 * next transaction may use another connection. If another process holds the lock, the work stops.
 */
async function runAlone(
  database: Kysely<Database>,
  lockNumber: number,
  work: (runBatch: RunBatch) => Promise<void>,
): Promise<void> {
  let stopped: DoneElsewhere | undefined;
  const runBatch: RunBatch = async (batch) => {
    if (stopped) throw stopped;
    return await inTransaction(database, async (transaction) => {
      const lock = await sql<{ isOurs: boolean }>`
        SELECT pg_try_advisory_xact_lock(${lockNumber}) AS "isOurs"`.execute(transaction);
      if (!lock.rows[0]?.isOurs) {
        stopped = new DoneElsewhere('Another process is at work.');
        throw stopped;
      }
      return await batch(transaction);
    });
  };
  try {
    await work(runBatch);
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) throw error;
  }
}

/** Commits batches without waiting for the disk. A batch that a crash undoes is repeated later. */
function withoutDisk(runBatch: RunBatch): RunBatch {
  return (batch) =>
    runBatch(async (transaction) => {
      await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
      return await batch(transaction);
    });
}

const lostConnection = /^(?:08|57P)/;

/**
 * True when the connection broke, so that the work may or may not have been committed.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function isConnectionLost(error: unknown): boolean {
  const state = readSqlState(error);
  if (state !== undefined) return lostConnection.test(state);
  return error instanceof Error && !error.message.includes(noConnection);
}

/** The pool's error message for a request that got no connection. Such a request has changed nothing. */
const noConnection = 'timeout exceeded when trying to connect';

/** The error code of a statement that exceeded its timeout, or that an operator canceled. */
const cancelled = '57014';

/**
 * True when other parts of the batch may succeed, for example because only one part waited for a lock. No part can
 * succeed when the database is unavailable, or too slow for a single statement.
 */
function isPartialFailure(error: unknown): boolean {
  const state = readSqlState(error);
  return state !== undefined && state !== cancelled && !lostConnection.test(state);
}

/** Reads the code of a server's error, five characters with a digit. The code of a socket's error is a word. */
function readSqlState(error: unknown): string | undefined {
  const code = readErrorCode(error);
  return typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code) ? code : undefined;
}

/** Creates a lookup. Calls at the same time share a query, which is not prepared behind a pooler: it would be lost. */
function createPostgresLookup<Row>(
  pool: Pool,
  isPooled: boolean,
  { name, select, key }: Lookup<Row>,
): (key: string) => Promise<readonly Row[]> {
  const text = `${select} = ANY ($1::text[])`;
  const statement = isPooled ? { text } : { name, text };
  const find = async (keys: readonly string[]): Promise<readonly (readonly Row[])[]> => {
    const { rows } = await pool.query<Row & QueryResultRow>({
      ...statement,
      values: [[...new Set(keys)]],
    });
    return keys.map((one) => rows.filter((row) => row[key] === one));
  };
  return createJoiner(find, { name: `find ${name}`, max: 1000 });
}
