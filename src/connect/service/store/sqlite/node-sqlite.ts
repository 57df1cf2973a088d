import process from 'node:process';

/** A prepared statement. Its parameters are passed as one list, as Kysely does. */
export interface SqliteStatement<Row = unknown> {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): Row[];
  run(parameters: readonly unknown[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  iterate(parameters: readonly unknown[]): IterableIterator<Row>;
}

/**
 * A connection to SQLite: the part of better-sqlite3 that the store uses. An adapter gives node:sqlite the same
 * methods. The `code` of an error is SQLite's name for the error, such as `SQLITE_BUSY`.
 *
 * @see https://www.sqlite.org/rescode.html
 */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  prepare<Row = unknown>(sql: string): SqliteStatement<Row>;
  exec(sql: string): unknown;
  close(): unknown;
}

/** The part of Node's driver that the store uses. The types of the oldest supported Node do not include the driver. */
interface NodeStatement {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
}

interface NodeConnection {
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  close(): void;
}

interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => NodeConnection;
}

/** Node's driver. Some versions of Node mark it as experimental. */
export interface NodeDriver {
  readonly isExperimental: boolean;
  open(file: string): SqliteConnection;
}

let loaded: NodeDriver | undefined;

export function loadNodeDriver(): NodeDriver | undefined {
  loaded ??= loadQuietly();
  return loaded;
}

/** Loads Node's driver without its warning, which would be the first line that users read. The service logs one. */
function loadQuietly(): NodeDriver | undefined {
  const { emitWarning } = process;
  let isExperimental = false;
  process.emitWarning = () => {
    isExperimental = true;
  };
  try {
    const sqlite = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined;
    if (!sqlite) return undefined;
    return { isExperimental, open: (file) => adapt(new sqlite.DatabaseSync(file)) };
  } finally {
    process.emitWarning = emitWarning;
  }
}

function adapt(database: NodeConnection): SqliteConnection {
  let inTransaction = false;

  /** Tracks the open transaction, as Node before 22.16 reports none. One that SQLite ended is open until ROLLBACK. */
  function noteTransaction(sql: string): void {
    const [, word] = /^\s*(begin|commit|rollback)\b(?!\s+to\b)/i.exec(sql) ?? [];
    if (word !== undefined) inTransaction = word.toLowerCase() === 'begin';
  }

  function runNoted<Result>(sql: string, run: () => Result): Result {
    const wasInTransaction = inTransaction;
    noteTransaction(sql);
    try {
      return run();
    } catch (error) {
      // A failed BEGIN opens no transaction, and a failed COMMIT ends none.
      if (inTransaction || /^\s*commit\b/i.test(sql)) inTransaction = wasInTransaction;
      throw nameError(error);
    }
  }

  return {
    get inTransaction() {
      return inTransaction;
    },
    prepare<Row>(sql: string): SqliteStatement<Row> {
      const statement = runNamed(() => database.prepare(sql));
      return {
        reader: isReader(sql),
        all: (parameters) => runNamed(() => statement.all(...parameters)) as Row[],
        run: (parameters) => runNoted(sql, () => statement.run(...parameters)),
        iterate: (parameters) =>
          runNamed(() => statement.iterate(...parameters)) as IterableIterator<Row>,
      };
    },
    exec: (sql) => runNoted(sql, () => database.exec(sql)),
    close: () => database.close(),
  };
}

/** True when a statement returns rows, by its SQL, because Node before 22.16 does not report a statement's columns. */
function isReader(sql: string): boolean {
  const isChange = /^\s*with\b/i.test(sql) && /\b(?:insert|update|delete)\b/i.test(sql);
  const isQuery = /^\s*(?:select|with|pragma|explain)\b/i.test(sql) && !isChange;
  return isQuery || /\breturning\b/i.test(sql);
}

function runNamed<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw nameError(error);
  }
}

/** The names of primary result codes, and of extended codes that the store distinguishes. */
const errorNames: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [15, 'SQLITE_PROTOCOL'],
  [19, 'SQLITE_CONSTRAINT'],
  [26, 'SQLITE_NOTADB'],
  [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
]);

/** Selects the low byte of an extended code, which is the primary code. */
const primaryMask = 0xff;

/** Gives an error the code that better-sqlite3 would give it, and that of a closed database its message, too. */
function nameError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_INVALID_STATE') {
    return new Error('The database connection is not open', { cause: error });
  }
  if (!('errcode' in error)) return error;
  const number = Number(error.errcode);
  const name = errorNames.get(number) ?? errorNames.get(number & primaryMask) ?? 'SQLITE_ERROR';
  return Object.assign(error, { code: name });
}
