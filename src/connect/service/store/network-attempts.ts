import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** An account at a provider, and the network of a login attempt. */
interface NetworkAttempt {
  readonly providerId: string;
  readonly username: string;
  /** A hash of its address. */
  readonly networkHash: string;
}

/** How many attempts a network has, and how long it waits after them. */
interface Patience {
  /** Attempts without any wait. */
  readonly free: number;
  /** The wait after those, and after each further one, in milliseconds; the last is for all that follow. */
  readonly waitsMs: readonly number[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Attempts to log in to an account from one network, until one of them succeeds. */
export interface NetworkAttemptStore {
  /**
   * Counts an attempt before it is made, unless the network has to wait; in one statement, so that
   * parallel guesses count too.
   *
   * @returns null when it was counted; otherwise when the wait is over, in milliseconds since the epoch
   */
  take(attempt: NetworkAttempt, patience: Patience): Promise<number | null>;
  /** @returns how many attempts are forgotten */
  forget(attempt: NetworkAttempt): Promise<number>;
}

/** Attempts are forgotten when there was none for this long, in milliseconds. */
export const attemptMemoryMs = 60 * 60 * 1000;

/**
 * @param database - the database
 * @returns the part of the store about attempts of single networks
 */
export function createNetworkAttemptStore(database: Kysely<Database>): NetworkAttemptStore {
  return {
    async take(attempt, patience) {
      if (await count(database, attempt, patience)) return null;
      const found = await select(database, attempt);
      if (!found) return patience.now;
      return found.last_at + findWait(found.attempts, patience);
    },
    async forget({ providerId, username, networkHash }) {
      const forgotten = await database
        .deleteFrom('network_attempts')
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .where('network_hash', '=', networkHash)
        .returning('attempts')
        .executeTakeFirst();
      return forgotten?.attempts ?? 0;
    },
  };
}

async function count(
  database: Kysely<Database>,
  { providerId, username, networkHash }: NetworkAttempt,
  patience: Patience,
): Promise<boolean> {
  const { now } = patience;
  const { rows } = await sql`
    INSERT INTO network_attempts (provider_id, username, network_hash, attempts, last_at)
    VALUES (${providerId}, ${username}, ${networkHash}, 1, ${now})
    ON CONFLICT (provider_id, username, network_hash) DO UPDATE SET
      attempts = CASE WHEN network_attempts.last_at <= ${now - attemptMemoryMs}
        THEN 1 ELSE network_attempts.attempts + 1 END,
      last_at = excluded.last_at
    WHERE ${hasWaited(patience)}
    RETURNING attempts`.execute(database);
  return rows.length > 0;
}

/** Says in SQL what {@link findWait} says about one row. */
function hasWaited({ free, waitsMs, now }: Patience) {
  const conditions = waitsMs.map((wait, index) => {
    const isOver = sql`network_attempts.last_at <= ${now - wait}`;
    const isLongest = index === waitsMs.length - 1;
    return isLongest ? isOver : sql`(network_attempts.attempts <= ${free + index} AND ${isOver})`;
  });
  return sql.join([sql`network_attempts.attempts < ${free}`, ...conditions], sql` OR `);
}

function findWait(attempts: number, { free, waitsMs }: Patience): number {
  return waitsMs[Math.max(0, attempts - free)] ?? waitsMs.at(-1) ?? 0;
}

function select(database: Kysely<Database>, { providerId, username, networkHash }: NetworkAttempt) {
  return database
    .selectFrom('network_attempts')
    .select(['attempts', 'last_at'])
    .where('provider_id', '=', providerId)
    .where('username', '=', username)
    .where('network_hash', '=', networkHash)
    .executeTakeFirst();
}
