import process from 'node:process';
import type BetterSqlite from 'better-sqlite3';
import { loadNodeDriver, type SqliteConnection, type SqliteStatement } from './node-sqlite.ts';

interface OpenedConnection {
  readonly sqlite: SqliteConnection;
  readonly warnings: readonly string[];
}

/** The wait for a lock when the file is opened. During a restart, the previous process may still be closing it. */
const openTimeoutMs = 5000;
/** The wait of a later statement for a lock. It blocks the process, so it is short: a client can try again. */
export const lockTimeoutMs = 20;

/**
 * Opens the embedded database with better-sqlite3 if it is installed, otherwise with Node's driver. Both write the
 * same files.
 *
 * @throws Error when the file cannot be opened or no driver is available; the message says what to do
 */
export async function openConnection(file: string): Promise<OpenedConnection> {
  const better = await loadBetterSqlite();
  if (better.driver) {
    const sqlite: SqliteConnection = adaptTypes(
      new better.driver(file, { timeout: openTimeoutMs }),
    );
    return { sqlite, warnings: [] };
  }
  const node = loadNodeDriver();
  if (!node) throw new Error(describeMissingDriver(better.isInstalled));
  const sqlite = node.open(file);
  sqlite.exec(`PRAGMA busy_timeout = ${openTimeoutMs}`);
  return {
    sqlite,
    warnings: node.isExperimental
      ? [
          `Node ${process.versions.node} calls its SQLite driver experimental; use Node 24 or better-sqlite3.`,
        ]
      : [],
  };
}

interface BetterSqliteLoad {
  /** Undefined when better-sqlite3 is missing or does not work with this version of Node. */
  readonly driver: typeof BetterSqlite | undefined;
  readonly isInstalled: boolean;
}

let loading: Promise<BetterSqliteLoad> | undefined;

/** Loads better-sqlite3, unless its native part is missing or was built for another version of Node. */
function loadBetterSqlite(): Promise<BetterSqliteLoad> {
  loading ??= import('better-sqlite3').then(
    ({ default: driver }) => ({
      driver: canOpenDatabase(driver) ? driver : undefined,
      isInstalled: true,
    }),
    () => ({ driver: undefined, isInstalled: false }),
  );
  return loading;
}

function canOpenDatabase(driver: typeof BetterSqlite): boolean {
  try {
    new driver(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

/** Changes only the type: the driver also accepts parameters as a list, but its types describe only single ones. */
function adaptTypes(sqlite: BetterSqlite.Database): SqliteConnection {
  return sqlite as unknown as SqliteConnection;
}

function describeMissingDriver(isInstalled: boolean): string {
  const better = isInstalled
    ? 'run "npm rebuild better-sqlite3": it is installed, but it does not work with this Node'
    : 'add a driver to the project with "npm install better-sqlite3"';
  return (
    `The embedded database needs Node 22.13 or newer; this is Node ${process.versions.node}. ` +
    `Use a newer Node, or ${better}.`
  );
}

/** The maximum number of cached statements, above what the service has. `IN` needs one for each number of values. */
const maxStatements = 500;

/**
 * Prepares each statement once, because preparing takes longer than reading a row by its key. Use it only while
 * tables do not change: with Node's driver, a prepared statement keeps the old columns of its tables (measured in
 * Node 22).
 */
export function cacheStatements(sqlite: SqliteConnection): SqliteConnection {
  const cache = new Map<string, SqliteStatement>();
  return {
    get inTransaction() {
      return sqlite.inTransaction;
    },
    prepare<Row>(sql: string): SqliteStatement<Row> {
      const cached = cache.get(sql);
      if (cached) return cached as SqliteStatement<Row>;
      if (cache.size >= maxStatements) cache.clear();
      const statement = prepareOnce<Row>(sqlite, sql);
      cache.set(sql, statement);
      return statement;
    },
    exec: (sql) => sqlite.exec(sql),
    close: () => sqlite.close(),
  };
}

function prepareOnce<Row>(sqlite: SqliteConnection, sql: string): SqliteStatement<Row> {
  const statement = sqlite.prepare<Row>(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    // The statement is not from the cache, because the same statement may run again before an iteration has ended.
    iterate: (parameters) => sqlite.prepare<Row>(sql).iterate(parameters),
  };
}
