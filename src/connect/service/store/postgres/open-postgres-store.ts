import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { createStore } from '../create-store.ts';
import type { RunBatch } from '../delete-in-batches.ts';
import { inTransaction } from '../in-transaction.ts';
import { prepareSchema } from '../prepare-schema.ts';
import { type PurgePace, purgeDeleted } from '../purge-deleted.ts';
import { createSharedCounters } from '../rate-counters.ts';
import type { Database } from '../schema.ts';
import type { Store } from '../store.ts';
import { sweepExpired } from '../sweep.ts';
import { consentGuards } from './consent-guards.ts';
import { flowChangeLog, listFlowChanges } from './flow-changes.ts';
import { createPostgresCredentials } from './postgres-credentials.ts';
import {
  createPostgresExchange,
  exchangeConnections,
  exchangeSettings,
} from './postgres-exchange.ts';
import { createPool, findRoute } from './postgres-pool.ts';
import { switchedProvidersView } from './switched-providers.ts';

/** Numbers of advisory locks. No other program in this database may use them. */
const schemaLock = 7_318_401;
const sweepLock = 7_318_402;
const purgeLock = 7_318_403;

/** Purges half of the time at most, because other work needs the disk, too. */
const purgePace: PurgePace = { batchSize: 500, rest: 1 };

/** Options of {@link openPostgresStore}. */
interface PostgresOptions {
  /** How many connections, 2 or more. */
  readonly poolSize: number;
  /** `postgres://…` of a read replica; undefined: there is none. */
  readonly readUrl?: string | undefined;
  /** Called when an idle connection breaks; the next query opens a new one. */
  readonly onIdleError: (error: Error) => void;
}

/**
 * Opens a PostgreSQL database, and creates its tables if they are missing. Any number of service processes
 * may share it: the first one creates them, and the others wait.
 *
 * @param url - `postgres://…`
 * @returns the store
 * @throws Error when the database does not answer, or has tables of another version
 */
export async function openPostgresStore(
  url: string,
  { poolSize, readUrl, onIdleError }: PostgresOptions,
): Promise<Store> {
  const route = await findRoute(url);
  const { isPooled } = route;
  const pool = createPool(url, route, { max: poolSize - exchangeConnections, onIdleError });
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await database.transaction().execute(prepareUnderLock);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  const exchangePool = createPool(url, route, {
    max: exchangeConnections,
    onIdleError,
    ...(isPooled ? {} : { onConnect: (client) => client.query(exchangeSettings).then(() => {}) }),
  });
  const replica = readUrl === undefined ? undefined : await openReplica(readUrl, onIdleError);
  return createStore(database, {
    ...(replica ? { replica: replica.database } : {}),
    exchange: createPostgresExchange(exchangePool, isPooled),
    findWithSecrets: createPostgresCredentials(pool, isPooled),
    rateCounters: createSharedCounters(database),
    listFlowChanges: (since) => listFlowChanges(database, since),
    hasRowLocks: true,
    warnings: [...route.warnings, ...(replica?.warnings ?? [])],
    readPoolUse: () => pool.readUse(),
    purge: (now) => runAlone(database, sweepLock, (runBatch) => sweepExpired(runBatch, now)),
    purgeDeleted: (signal) =>
      runAlone(database, purgeLock, (runBatch) =>
        purgeDeleted({ database, runBatch: withoutDisk(runBatch), pace: purgePace, signal }),
      ),
    async close() {
      await Promise.all([
        database.destroy(),
        replica?.database.destroy(),
        exchangePool.ending ? undefined : exchangePool.end(),
      ]);
    },
  });
}

/** Lists are few, so a replica needs few connections. */
const replicaConnections = 3;

/** A replica that does not answer does not stop the service, which then reads its lists from the primary. */
async function openReplica(url: string, onIdleError: (error: Error) => void) {
  const route = await findRoute(url).catch(() => ({
    // Without parameters of the connection, it works with a pooler and without one.
    isPooled: true,
    warnings: ['DATABASE_READ_URL does not answer: lists come from DATABASE_URL until it does.'],
  }));
  const pool = createPool(url, route, { max: replicaConnections, onIdleError });
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { database, warnings: route.warnings };
}

async function prepareUnderLock(transaction: Transaction<Database>): Promise<void> {
  // Waiting for another process's lock may exceed the timeout.
  await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
  await sql`SELECT pg_advisory_xact_lock(${schemaLock})`.execute(transaction);
  await prepareSchema(
    transaction,
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
    [...consentGuards, ...flowChangeLog, switchedProvidersView],
  );
}

/** Ends work that another process does. */
class DoneElsewhere extends Error {}

/**
 * Processes take turns by batches, because a lock must not outlive a transaction behind a pooler. The one that meets
 * another at work leaves the rest to it.
 */
async function runAlone(
  database: Kysely<Database>,
  lockNumber: number,
  work: (runBatch: RunBatch) => Promise<void>,
): Promise<void> {
  const runBatch: RunBatch = (batch) =>
    inTransaction(database, async (transaction) => {
      const lock = await sql<{ isOurs: boolean }>`
        SELECT pg_try_advisory_xact_lock(${lockNumber}) AS "isOurs"`.execute(transaction);
      if (!lock.rows[0]?.isOurs) throw new DoneElsewhere('Another process is at work.');
      return await batch(transaction);
    });
  try {
    await work(runBatch);
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) throw error;
  }
}

/** A batch that a crash undoes is deleted again later, so no transaction has to wait for the disk. */
function withoutDisk(runBatch: RunBatch): RunBatch {
  return (batch) =>
    runBatch(async (transaction) => {
      await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
      return await batch(transaction);
    });
}
