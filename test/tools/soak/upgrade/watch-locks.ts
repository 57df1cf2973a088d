import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Statements of the service that have waited for a lock of `migrate`, or behind it in the queue of one. */
export interface LockWaits {
  readonly count: number;
  /** To the precision of the interval between two looks. */
  readonly longestMs: number;
}

const intervalMs = 20;

/** Processes that wait, with the start of their statements. */
const selectWaiting = `SELECT waiting.pid || ' ' || waiting.query_start AS statement
  FROM pg_stat_activity AS migrator, pg_stat_activity AS waiting
  WHERE migrator.application_name = 'tax-connect migrate' AND waiting.wait_event_type = 'Lock'
    AND migrator.pid = ANY(pg_blocking_pids(waiting.pid))`;

/**
 * Looks again and again which statements wait, because a slow request may have other reasons on a busy machine.
 *
 * @param url - of the database
 * @returns ends the looks
 */
export async function watchLocks(url: string): Promise<() => Promise<LockWaits>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const seen = new Map<string, { readonly first: number; last: number }>();
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const { rows } = await client.query<{ statement: string }>(selectWaiting);
      const now = performance.now();
      for (const { statement } of rows) {
        const known = seen.get(statement) ?? { first: now, last: now };
        seen.set(statement, Object.assign(known, { last: now }));
      }
      await wait(intervalMs);
    }
  };
  const looking = look();
  return async () => {
    isOver = true;
    await looking;
    await client.end();
    const times = [...seen.values()].map(({ first, last }) => last - first + intervalMs);
    return { count: times.length, longestMs: Math.round(Math.max(0, ...times)) };
  };
}
