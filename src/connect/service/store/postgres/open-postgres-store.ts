import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { createStore } from '../create-store.ts';
import { prepareSchema } from '../prepare-schema.ts';
import { type PurgePace, purgeDeleted } from '../purge-deleted.ts';
import { createSharedCounters } from '../rate-counters.ts';
import type { Database } from '../schema.ts';
import type { Store } from '../store.ts';
import { sweepExpired } from '../sweep.ts';
import { consentGuards } from './consent-guards.ts';
import { createPostgresCredentials } from './postgres-credentials.ts';
import {
  createPostgresExchange,
  exchangeConnections,
  exchangeSettings,
} from './postgres-exchange.ts';
import { switchedProvidersView } from './switched-providers.ts';

/** Numbers of advisory locks. No other program in this database may use them. */
const schemaLock = 7_318_401;
const sweepLock = 7_318_402;
const purgeLock = 7_318_403;

/** Purges half of the time at most, because other work needs the disk, too. */
const purgePace: PurgePace = { batchSize: 500, rest: 1 };

const maxConnections = 10;
const int8 = 20;

/**
 * Opens a PostgreSQL database, and creates its tables if they are missing. Any number of service processes
 * may share it: the first one creates them, and the others wait.
 *
 * @param url - `postgres://…`
 * @param onIdleError - called when an idle connection breaks; the next query opens a new one
 * @returns the store
 * @throws Error when the database does not answer, or has tables of another version
 */
export async function openPostgresStore(
  url: string,
  onIdleError: (error: Error) => void = () => {},
): Promise<Store> {
  const pool = createPool(url, onIdleError, { max: maxConnections - exchangeConnections });
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await database.transaction().execute(prepareUnderLock);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  const exchangePool = createPool(url, onIdleError, {
    max: exchangeConnections,
    onConnect: (client) => client.query(exchangeSettings).then(() => {}),
  });
  return createStore(database, {
    exchange: createPostgresExchange(exchangePool),
    findWithSecrets: createPostgresCredentials(pool),
    rateCounters: createSharedCounters(database),
    hasRowLocks: true,
    purge: (now) => runAlone(database, sweepLock, (connection) => sweepExpired(connection, now)),
    purgeDeleted: (signal) =>
      runAlone(database, purgeLock, (connection) => purgeInBackground(connection, signal)),
    async close() {
      await Promise.all([database.destroy(), exchangePool.ending ? undefined : exchangePool.end()]);
    },
  });
}

function createPool(url: string, onIdleError: (error: Error) => void, more: PoolConfig): Pool {
  const pool = new Pool({
    ...more,
    connectionString: url,
    application_name: 'tax-connect',
    connectionTimeoutMillis: 5000,
    // A statement without a response must not hold its connection and its row locks for ever.
    query_timeout: 15_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: findTypeParser },
  });
  // A connection without listeners ends the process when it breaks while idle. The pool listens only to
  // idle connections, so not between two statements of a transaction.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Times and counts are `bigint`. None reaches 2^53, so they are read as numbers. */
const findTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === int8 ? Number : types.getTypeParser(type, format as 'text');

async function prepareUnderLock(transaction: Transaction<Database>): Promise<void> {
  // Waiting for another process's lock may exceed the timeout.
  await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
  await sql`SELECT pg_advisory_xact_lock(${schemaLock})`.execute(transaction);
  await prepareSchema(
    transaction,
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
    [...consentGuards, switchedProvidersView],
  );
}

/** Does nothing while another process holds the lock, because that process does the work. */
async function runAlone(
  database: Kysely<Database>,
  lockNumber: number,
  work: (connection: Kysely<Database>) => Promise<void>,
): Promise<void> {
  await database.connection().execute(async (connection) => {
    const lock = await sql<{ isOurs: boolean }>`
      SELECT pg_try_advisory_lock(${lockNumber}) AS "isOurs"`.execute(connection);
    if (!lock.rows[0]?.isOurs) return;
    try {
      await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(${lockNumber})`.execute(connection);
    }
  });
}

/** A batch that a crash undoes is deleted again later, so no transaction has to wait for the disk. */
async function purgeInBackground(
  connection: Kysely<Database>,
  signal?: AbortSignal,
): Promise<void> {
  await sql`SET synchronous_commit = off`.execute(connection);
  try {
    await purgeDeleted(connection, purgePace, signal);
  } finally {
    await sql`RESET synchronous_commit`.execute(connection);
  }
}
