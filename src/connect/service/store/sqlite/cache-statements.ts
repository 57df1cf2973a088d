import type { SqliteConnection, SqliteStatement } from './sqlite-connection.ts';

/** More than the service has. `IN` with another number of values is another statement. */
export const maxStatements = 500;

/**
 * Preparing a statement takes longer than reading a row by its key. For tables that do not change meanwhile: with
 * Node's driver, a statement keeps the columns that its tables had (measured in Node 22).
 *
 * @returns the same connection, which prepares each statement once
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
    // The same statement may run before this one is at its end.
    iterate: (parameters) => sqlite.prepare<Row>(sql).iterate(parameters),
  };
}
