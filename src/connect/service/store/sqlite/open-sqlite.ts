import { Kysely, SqliteDialect } from 'kysely';
import type { RunBatch } from '../batches.ts';
import type { OpenedDatabase, TransactionTraits } from '../opened-database.ts';
import type { PurgePace } from '../purge.ts';
import { createMemoryCounters } from '../rate-counters.ts';
import type { Database } from '../schema.ts';
import { traceConnection } from '../statement-spans.ts';
import { cacheStatements } from './cache-statements.ts';
import { makePrivate } from './file-access.ts';
import { listFlowChanges } from './flow-changes.ts';
import { giveTurns } from './give-turns.ts';
import { migrateSqlite, readSqliteState } from './migrate-sqlite.ts';
import { lockTimeoutMs, openConnection } from './open-connection.ts';
import { createSqliteLookup } from './sqlite-lookup.ts';

/** A batch blocks the process. It is small, so that other work waits only a few milliseconds. */
const purgePace: PurgePace = { batchSize: 100, rest: 4 };

/**
 * With WAL, only FULL keeps a consumed code consumed after a power failure. The log is copied to the file
 * at 64 MB instead of 4, so pages that change often are copied less often. The cache is 8 MB, half of the
 * driver's default, because the operating system caches the file, too.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA wal_autocheckpoint = 16000;
  PRAGMA cache_size = -8000;
`;

/** There is one connection and one writer. */
const transactions: TransactionTraits = {
  hasRowLocks: false,
  concurrency: 1,
  isConnectionLost: () => false,
  isPartialFailure: () => true,
};

/**
 * Opens the embedded database. Missing tables are created, and older ones are migrated.
 *
 * @param file - path, created if missing, or `:memory:`
 * @throws Error when the file cannot be opened, or its tables belong to a newer version
 */
export async function openSqlite(file: string): Promise<OpenedDatabase> {
  if (file !== ':memory:') makePrivate(file);
  const { sqlite, warnings } = await openConnection(file);
  sqlite.exec(settings);
  const traced = traceConnection(cacheStatements(sqlite));
  const database = new Kysely<Database>(giveTurns(new SqliteDialect({ database: traced })));
  try {
    await migrateSqlite(sqlite);
    sqlite.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  const runBatch: RunBatch = (work) => work(database);
  return {
    database,
    transactions,
    prepareLookup: (lookup) => createSqliteLookup(traced, database, lookup),
    rateCounters: createMemoryCounters(),
    listFlowChanges: (since) => listFlowChanges(database, since),
    warnings,
    readSchema: () => readSqliteState(sqlite),
    readPoolUse: () => undefined,
    sweep: (work) => work(runBatch),
    purge: (work) => work(runBatch, purgePace),
    close: () => database.destroy(),
  };
}
