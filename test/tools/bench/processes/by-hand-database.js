// The databases of the handlers that are written by hand: the drivers of the service, with its settings.
import { createHash } from 'node:crypto';
import SqliteConnection from 'better-sqlite3';
import { Pool, types } from 'pg';

/**
 * `$1` stands for the first value in both databases. The service prepares a statement in PostgreSQL only where this
 * has a name.
 *
 * @typedef {readonly [text: string, values?: readonly unknown[], name?: string]} Statement
 */
/** @typedef {Record<string, any>} Row */
/** @typedef {Generator<Statement, void, Row[]>} Steps */

/**
 * @typedef {object} Database
 * @property {(statement: Statement) => Promise<Row[]>} query
 * @property {(steps: Steps) => Promise<void>} transact - runs each statement that the generator yields
 * @property {(key: string, amount: number, windowMs: number) => Promise<number>} count - the total of a key's window
 */

/** Times and counts are read as numbers. */
const int8 = 20;

/** @returns {Database} */
export function openDatabase() {
  const { DATABASE_URL, DATABASE_FILE = '' } = process.env;
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(DATABASE_FILE);
}

/**
 * @param {string} url
 * @returns {Database}
 */
function openPostgres(url) {
  const pool = new Pool({
    ...{ connectionString: url, max: 10 },
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? Number : types.getTypeParser(type, /** @type {'text'} */ (format)),
    },
  });
  /** @type {(from: Pick<Pool, 'query'>, statement: Statement) => Promise<Row[]>} */
  const run = async (from, [text, values = [], name]) =>
    (await from.query({ text, values: [...values], ...(name ? { name } : {}) })).rows;
  return {
    query: (statement) => run(pool, statement),
    async transact(steps) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        let step = steps.next();
        while (!step.done) step = steps.next(await run(client, step.value));
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    async count(key, amount, windowMs) {
      const now = Date.now();
      const hash = createHash('sha256').update(key).digest('hex');
      const [row] = await run(pool, [addCount, [hash, amount, now + windowMs, now]]);
      return row?.used;
    },
  };
}

const addCount = `INSERT INTO rate_counts (key_hash, used, window_end) VALUES ($1, $2, $3)
  ON CONFLICT (key_hash) DO UPDATE SET
    used = CASE WHEN rate_counts.window_end <= $4 THEN excluded.used ELSE rate_counts.used + excluded.used END,
    window_end = CASE WHEN rate_counts.window_end <= $4 THEN excluded.window_end ELSE rate_counts.window_end END
  RETURNING used, window_end`;

const settings = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -8000`;

/**
 * @param {string} file
 * @returns {Database}
 */
function openSqlite(file) {
  const sqlite = new SqliteConnection(file, { timeout: 1000 });
  sqlite.exec(settings);
  /** @type {Map<string, (values: readonly unknown[]) => Row[]>} */
  const prepared = new Map();
  const run = (/** @type {Statement} */ [text, values = []]) => {
    const known = prepared.get(text) ?? prepare(sqlite, text);
    prepared.set(text, known);
    return known(values);
  };
  const transact = sqlite.transaction((/** @type {Steps} */ steps) => {
    let step = steps.next();
    while (!step.done) step = steps.next(run(step.value));
  });
  /** @type {Map<string, { used: number, end: number }>} */
  const counts = new Map();
  return {
    query: async (statement) => run(statement),
    transact: async (steps) => transact(steps),
    async count(key, amount, windowMs) {
      const now = Date.now();
      const last = counts.get(key);
      const isOpen = last !== undefined && last.end > now;
      const next = isOpen
        ? { ...last, used: last.used + amount }
        : { used: amount, end: now + windowMs };
      counts.set(key, next);
      return next.used;
    },
  };
}

/**
 * @param {SqliteConnection.Database} sqlite
 * @param {string} text
 * @returns {(values: readonly unknown[]) => Row[]}
 */
function prepare(sqlite, text) {
  const order = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number) - 1);
  const statement = sqlite.prepare(text.replaceAll(/\$\d+/g, '?'));
  const isReader = statement.reader;
  return (values) => {
    const parameters = order.map((index) => values[index]);
    if (isReader) return /** @type {Row[]} */ (statement.all(parameters));
    statement.run(parameters);
    return [];
  };
}
