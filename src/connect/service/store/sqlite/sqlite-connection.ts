/** A prepared statement. Parameters are one list, as Kysely passes them. */
export interface SqliteStatement<Row = unknown> {
  /** Whether it returns rows. */
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
 * A connection to SQLite: the part of better-sqlite3 that the store uses. node:sqlite is adapted to it. The `code`
 * of an error is SQLite's name for it, such as `SQLITE_BUSY`.
 *
 * @see https://www.sqlite.org/rescode.html
 */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  prepare<Row = unknown>(sql: string): SqliteStatement<Row>;
  /** Runs statements that return nothing. */
  exec(sql: string): unknown;
  close(): unknown;
}
