/** A prepared statement. Parameters come as one list, as kysely hands them over. */
export interface SqliteStatement<Row = unknown> {
  /** Whether it answers rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): Row[];
  get(parameters: readonly unknown[]): Row | undefined;
  run(parameters: readonly unknown[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  iterate(parameters: readonly unknown[]): IterableIterator<Row>;
}

/**
 * One connection to SQLite: the part of better-sqlite3 that the store uses, which node:sqlite is adapted
 * to. Errors of SQLite carry its name for them as their `code`, such as `SQLITE_BUSY`.
 *
 * @see https://www.sqlite.org/rescode.html
 */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  prepare<Row = unknown>(sql: string): SqliteStatement<Row>;
  /** Runs statements that answer nothing. */
  exec(sql: string): unknown;
  close(): unknown;
}

/**
 * @param sqlite - the connection
 * @returns runs work in a transaction that nothing else on this connection gets into; an error undoes it
 */
export function createTransaction(
  sqlite: SqliteConnection,
): <Result>(work: () => Result) => Result {
  const [begin, commit, rollback] = [
    sqlite.prepare('BEGIN IMMEDIATE'),
    sqlite.prepare('COMMIT'),
    sqlite.prepare('ROLLBACK'),
  ];
  return (work) => {
    begin.run([]);
    try {
      const result = work();
      commit.run([]);
      return result;
    } finally {
      // Still open after an error only; SQLite has ended it itself after some, such as a full disk.
      if (sqlite.inTransaction) rollback.run([]);
    }
  };
}
