import type { SqliteConnection, SqliteStatement } from './sqlite-connection.ts';

/** More statements than the service has. `IN` makes a separate statement for each number of values. */
export const maxStatements = 500;

/**
 * Prepares each statement once, because preparing takes longer than reading a row by its key. Use it only while
 * tables do not change: with Node's driver, a prepared statement keeps the old columns of its tables (measured in
 * Node 22).
 *
 * @returns the same connection with a cache
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
    get: (parameters) => statement.get(parameters),
    run: (parameters) => statement.run(parameters),
    // This one is not cached, because the same statement may run again before it has ended.
    iterate: (parameters) => sqlite.prepare<Row>(sql).iterate(parameters),
  };
}
