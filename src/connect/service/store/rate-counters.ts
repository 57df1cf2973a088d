import { type Kysely, sql } from 'kysely';
import { hashSecret } from '../basics/secrets.ts';
import { isAhead, listOverdue, type UnneededRows } from './batches.ts';
import type { Database } from './schema.ts';

interface RateCountsTable {
  key_hash: string;
  used: number;
  window_end: number;
}

declare module './schema.ts' {
  interface Database {
    rate_counts: RateCountsTable;
  }
}

interface RateCount {
  readonly used: number;
  readonly windowEnd: number;
}

interface RateWindow {
  readonly now: number;
  readonly end: number;
}

/** Counters for rate limits. Each key is counted in a window of time, which starts with its first count. */
export interface RateCounters {
  /** Returns the count, including `amount`. */
  add(key: string, amount: number, window: RateWindow): Promise<RateCount>;
}

/**
 * Creates counters in the memory of one process, because counts need not survive a restart. Expired windows are
 * deleted every minute, so that memory stays bounded.
 */
export function createMemoryCounters(): RateCounters {
  const counts = new Map<string, RateCount>();
  let nextSweep = 0;

  function sweep(now: number): void {
    if (isAhead(nextSweep, now)) return;
    nextSweep = now + 60_000;
    for (const [key, { windowEnd }] of counts) if (!isAhead(windowEnd, now)) counts.delete(key);
  }

  return {
    async add(key, amount, { now, end }) {
      sweep(now);
      const last = counts.get(key);
      const isOpen = last !== undefined && isAhead(last.windowEnd, now);
      const count = isOpen
        ? { ...last, used: last.used + amount }
        : { used: amount, windowEnd: end };
      counts.set(key, count);
      return count;
    },
  };
}

/** Creates counters in the database that processes share. Each count is one atomic statement. */
export function createSharedCounters(database: Kysely<Database>): RateCounters {
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
      return { used: row?.used ?? amount, windowEnd: row?.window_end ?? end };
    },
  };
}

/** Hashes a key: callers choose parts of it, and an index entry has a maximum size. The hash also hides addresses. */
export function hashKey(key: string): string {
  return hashSecret(key);
}

export const listOldRateCounts = (now: number): readonly UnneededRows[] =>
  listOverdue({ table: 'rate_counts', key: ['key_hash'], column: 'window_end' }, now);
