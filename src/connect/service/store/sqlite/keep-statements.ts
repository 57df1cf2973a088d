import type { SqliteConnection, SqliteStatement } from './sqlite-connection.ts';

/** More than the service has. A list of another length is another statement. */
const most = 500;

/**
 * Preparing a statement takes longer than reading a row by its key.
 *
 * @returns the same connection, which prepares each statement once
 */
export function keepStatements(sqlite: SqliteConnection): SqliteConnection {
  const kept = new Map<string, SqliteStatement>();
  return {
    get inTransaction() {
      return sqlite.inTransaction;
    },
    prepare<Row>(sql: string): SqliteStatement<Row> {
      const known = kept.get(sql) ?? prepareOnce(sqlite, sql);
      if (kept.size >= most) kept.clear();
      kept.set(sql, known);
      return known as SqliteStatement<Row>;
    },
    exec: (sql) => sqlite.exec(sql),
    close: () => sqlite.close(),
  };
}

function prepareOnce(sqlite: SqliteConnection, sql: string): SqliteStatement {
  const statement = sqlite.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    get: (parameters) => statement.get(parameters),
    run: (parameters) => statement.run(parameters),
    // Others may run the same statement before this one is at its end.
    iterate: (parameters) => sqlite.prepare(sql).iterate(parameters),
  };
}
