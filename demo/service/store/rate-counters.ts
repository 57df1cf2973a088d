import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { createJoiner } from './joiner.ts';
import type { Database } from './schema.ts';

/** What has been counted under a key in its window. */
interface RateCount {
  readonly used: number;
  /** Milliseconds since the epoch. */
  readonly windowEnd: number;
}

/** What time it is and when a new window would end, milliseconds since the epoch. */
interface RateWindow {
  readonly now: number;
  readonly end: number;
}

/** Counts in windows, for rate limits; each key's window starts with its first count. */
export interface RateCounters {
  /** @returns the count, `amount` included */
  add(key: string, amount: number, window: RateWindow): Promise<RateCount>;
  /** @returns the count; zero when there is none in a window that has not ended */
  read(key: string, now: number): Promise<RateCount>;
}

const none: RateCount = { used: 0, windowEnd: 0 };

/**
 * For one process: nothing is worth writing to disk here, and what has ended goes every minute, so
 * that it cannot grow for ever.
 *
 * @returns counters in memory
 */
export function createMemoryCounters(): RateCounters {
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
  };
}

/**
 * For several processes that share a database: one atomic statement counts and answers.
 *
 * @param database - the database
 * @returns counters that hold across processes
 */
export function createSharedCounters(database: Kysely<Database>): RateCounters {
  const read = createJoiner<string, RateCount>((keys) => readCounts(database, keys), {
    max: 1000,
  });
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

async function readCounts(
  database: Kysely<Database>,
  keys: readonly string[],
): Promise<readonly RateCount[]> {
  const rows = await database
    .selectFrom('rate_counts')
    .selectAll()
    .where('key_hash', 'in', [...new Set(keys)])
    .execute();
  const found = new Map(
    rows.map((row) => [row.key_hash, { used: row.used, windowEnd: row.window_end }]),
  );
  return keys.map((key) => found.get(key) ?? none);
}

/** Callers choose parts of a key, and an index takes only so many bytes; addresses stay private. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
