import { type Kysely, sql } from 'kysely';
import type { UnneededRows } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';

/** A login attempt: the account at the provider, and the network of the request. */
interface NetworkAttempt {
  readonly providerId: string;
  readonly username: string;
  /** A hash of the network's address. */
  readonly networkHash: string;
}

/** How many attempts a network has without a wait, and the waits after them. */
interface Patience {
  /** The number of attempts without a wait. */
  readonly free: number;
  /** The wait after each further attempt, in milliseconds. The last value repeats. */
  readonly waitsMs: readonly number[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

declare module '../store/store.ts' {
  interface Store {
    /** Attempts to log in to an account, counted for each network until one succeeds. */
    readonly networkAttempts: ReturnType<typeof createNetworkAttemptStore>;
  }
}

/** Attempts are forgotten after this long without a new one, in milliseconds. */
const attemptMemoryMs = 60 * 60 * 1000;

export function createNetworkAttemptStore(database: Kysely<Database>) {
  return {
    /**
     * Counts an attempt before the login is tried, unless the network has to wait. It is one statement, so that
     * parallel guesses count, too.
     *
     * @returns the number of attempts counted so far, or the end of the wait in milliseconds since the epoch
     */
    async take(
      attempt: NetworkAttempt,
      patience: Patience,
    ): Promise<{ readonly counted: number } | { readonly waitEnd: number }> {
      const counted = await count(database, attempt, patience);
      if (counted) return { counted: counted.attempts };
      const found = await select(database, attempt);
      if (!found) return { waitEnd: patience.now };
      return { waitEnd: found.last_at + findWait(found.attempts, patience) };
    },
    /** @returns whether the network has a recent attempt at this account */
    async has(attempt: NetworkAttempt, now: number): Promise<boolean> {
      const found = await select(database, attempt);
      return found !== undefined && found.last_at > now - attemptMemoryMs;
    },
    /** @returns the number of attempts that were deleted */
    async forget({ providerId, username, networkHash }: NetworkAttempt): Promise<number> {
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
): Promise<{ readonly attempts: number } | undefined> {
  const { now } = patience;
  const { rows } = await sql<{ readonly attempts: number }>`
    INSERT INTO network_attempts (provider_id, username, network_hash, attempts, last_at)
    VALUES (${providerId}, ${username}, ${networkHash}, 1, ${now})
    ON CONFLICT (provider_id, username, network_hash) DO UPDATE SET
      attempts = CASE WHEN network_attempts.last_at <= ${now - attemptMemoryMs}
        THEN 1 ELSE network_attempts.attempts + 1 END,
      last_at = excluded.last_at
    WHERE ${hasWaited(patience)}
    RETURNING attempts`.execute(database);
  return rows[0];
}

/** The same rule as {@link findWait}, as an SQL condition on one row. */
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

export const listOldNetworkAttempts = (now: number): UnneededRows => ({
  table: 'network_attempts',
  key: ['provider_id', 'username', 'network_hash'],
  condition: sql`last_at < ${now - attemptMemoryMs}`,
});
