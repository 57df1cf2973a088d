import { statSync } from 'node:fs';
import { setImmediate as letOthersIn } from 'node:timers/promises';
import { type Driver, Kysely, type KyselyConfig, type KyselyPlugin, SqliteDialect } from 'kysely';
import { batchSize, type PurgePace, type RunBatch } from '../batches.ts';
import type { Lookup, OpenedDatabase, TransactionTraits } from '../opened-database.ts';
import { createMemoryCounters } from '../rate-counters.ts';
import type { Database } from '../schema.ts';
import { traceConnection } from '../statement-spans.ts';
import { makePrivate } from './file-access.ts';
import { listFlowChanges } from './flow-changes.ts';
import { migrateSqlite, readSqliteState } from './migrate-sqlite.ts';
import type { SqliteConnection } from './node-sqlite.ts';
import { cacheStatements, lockTimeoutMs, openConnection } from './open-connection.ts';

/** A batch blocks the process, so it is small. A pause is four times as long as the batch before it. */
const purgePace: PurgePace = { batchSize: 100, rest: 4 };

/**
 * The settings of the database. With WAL, only FULL keeps a consumed code consumed after a power failure. The log is
 * copied to the file at 64 MB instead of 4, so that pages that change often are copied less often. While another program
 * reads the file, the log grows; afterwards, it is cut to 100 MB. The cache is 8 MB, half of the driver's default,
 * because the operating system caches the file, too. Temporary data is in memory, because a container with a read-only
 * system has no other folder for it.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA wal_autocheckpoint = 16000;
  PRAGMA journal_size_limit = 100000000;
  PRAGMA cache_size = -8000;
  PRAGMA temp_store = MEMORY;
`;

const transactions: TransactionTraits = {
  hasRowLocks: false,
  concurrency: 1,
  isConnectionLost: () => false,
  isPartialFailure: () => true,
};

/**
 * Opens the embedded database. Missing tables are created, and older ones are migrated.
 *
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
    assertPresent: () => void (file !== ':memory:' && statSync(file)),
    sweep: (work) => work(runBatch),
    purge: (work) => work(runBatch, purgePace),
    close: () => database.destroy(),
  };
}

/**
 * Makes long work yield to the event loop. SQLite is synchronous: without pauses, a loop over rows would keep the
 * process from reading requests until it ends. Every statement passes through here. Once the statements of a turn
 * have returned or changed a batch of rows, the next statement or transaction waits for the next turn. Statements in
 * a transaction never wait, because another connection might be waiting for the lock.
 */
function giveTurns(dialect: SqliteDialect): Pick<KyselyConfig, 'dialect' | 'plugins'> {
  let rows = 0;
  const count = (added: number) => {
    if (rows === 0 && added > 0)
      void letOthersIn().then(() => {
        rows = 0;
      });
    rows += added;
  };
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = keepFirstError(createDriver());
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      if (rows >= batchSize) await letOthersIn();
      return await acquire();
    };
    return driver;
  };
  const counting = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count(result.rows.length + Number(result.numAffectedRows ?? 0));
      return result;
    },
  } satisfies KyselyPlugin;
  return { dialect, plugins: [counting] };
}

/**
 * Makes a failed ROLLBACK count as done, so that the error before it is thrown. After some errors, such as a full disk,
 * SQLite has already ended the transaction.
 *
 * @see https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
 */
function keepFirstError(driver: Driver): Driver {
  const rollback = driver.rollbackTransaction.bind(driver);
  driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
  return driver;
}

/**
 * Creates a synchronous lookup. While a transaction is open on the connection, the lookup waits for its end: the
 * transaction may have changed only one of two tables.
 */
function createSqliteLookup<Row>(
  sqlite: SqliteConnection,
  database: Kysely<Database>,
  { select }: Lookup<Row>,
): (key: string) => Promise<readonly Row[]> {
  const statement = sqlite.prepare<Row>(`${select} = ?`);
  return async (key) => {
    const find = () => statement.all([key]);
    return sqlite.inTransaction ? database.connection().execute(async () => find()) : find();
  };
}
