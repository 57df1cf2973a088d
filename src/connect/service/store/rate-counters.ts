import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { hashSecret } from '../secrets.ts';
import { createJoiner } from './postgres/joiner.ts';
import type { Database } from './schema.ts';

/** The count of a key in its current window. */
interface RateCount {
  readonly used: number;
  /** Milliseconds since the epoch. */
  readonly windowEnd: number;
}

/** The current time and the end of a new window, milliseconds since the epoch. */
interface RateWindow {
  readonly now: number;
  readonly end: number;
}

/** Counters with a synchronous read, for a statement that must not wait. */
export interface MemoryCounters extends RateCounters {
  /** @returns the same as `read`, at once */
  look(key: string, now: number): RateCount;
}

/** Counts in windows, for rate limits. A key's window starts with its first count. */
export interface RateCounters {
  /** @returns the count, `amount` included */
  add(key: string, amount: number, window: RateWindow): Promise<RateCount>;
  /** @returns the count; zero when the last window has ended */
  read(key: string, now: number): Promise<RateCount>;
}

const none: RateCount = { used: 0, windowEnd: 0 };

/**
 * For one process. Counts need not survive a restart, so nothing is written to disk. Expired windows are
 * deleted every minute, so memory stays bounded.
 *
 * @returns counters in memory
 */
export function createMemoryCounters(): MemoryCounters {
  const counts = new Map<string, RateCount>();
  let nextSweep = 0;

  function sweep(now: number): void {
    if (now < nextSweep) return;
    nextSweep = now + 60_000;
    for (const [key, { windowEnd }] of counts) if (windowEnd <= now) counts.delete(key);
  }

  function find(key: string, now: number): RateCount {
    const count = counts.get(key);
    return count && count.windowEnd > now ? count : none;
  }

  return {
    async add(key, amount, { now, end }) {
      sweep(now);
      const { used, windowEnd } = find(key, now);
      const count = { used: used + amount, windowEnd: windowEnd || end };
      counts.set(key, count);
      return count;
    },
    async read(key, now) {
      return find(key, now);
    },
    look: find,
  };
}

/**
 * For several processes that share a database. Each count is one atomic statement.
 *
 * @param pool - connections to the same database
 * @returns counters that all processes share
 */
export function createSharedCounters(database: Kysely<Database>, pool: Pool): RateCounters {
  const read = createJoiner<string, RateCount>((keys) => readCounts(pool, keys), { max: 1000 });
  return {
    async add(key, amount, { now, end }) {
      const { rows } = await sql<{ used: number; window_end: number }>`
        INSERT INTO rate_counts (key_hash, used, window_end)
        VALUES (${hashKey(key)}, ${amount}, ${end})
        ON CONFLICT (key_hash) DO UPDATE SET
          used = CASE WHEN rate_counts.window_end <= ${now}
            THEN excluded.used ELSE rate_counts.used + excluded.used END,
          window_end = CASE WHEN rate_counts.window_end <= ${now}
            THEN excluded.window_end ELSE rate_counts.window_end END
        RETURNING used, window_end`.execute(database);
      const [row] = rows;
      return row ? { used: row.used, windowEnd: row.window_end } : none;
    },
    async read(key, now) {
      const count = await read(hashKey(key));
      return count.windowEnd > now ? count : none;
    },
  };
}

interface CountRow {
  readonly key_hash: string;
  readonly used: number;
  readonly window_end: number;
}

async function readCounts(pool: Pool, keys: readonly string[]): Promise<readonly RateCount[]> {
  // A hand-written prepared statement, because every exchange runs it.
  const { rows } = await pool.query<CountRow>({
    name: 'rate-counts',
    text: 'SELECT key_hash, used, window_end FROM rate_counts WHERE key_hash = ANY ($1::text[])',
    values: [[...new Set(keys)]],
  });
  const found = new Map(
    rows.map((row) => [row.key_hash, { used: row.used, windowEnd: row.window_end }]),
  );
  return keys.map((key) => found.get(key) ?? none);
}

/**
 * Callers choose parts of a key, and an index entry has a maximum size. The hash also hides addresses.
 *
 * @param key - the limiter's key
 * @returns the key as it is stored
 */
export function hashKey(key: string): string {
  return hashSecret(key);
}
