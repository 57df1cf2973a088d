import { type Kysely, sql } from 'kysely';
import { listOverdue, type UnneededRows } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';

/** The account at which a person tries to sign in, by the user name as typed. */
export interface Account {
  readonly provider_id: string;
  readonly username: string;
}

export function createLoginAttemptStore(database: Kysely<Database>) {
  return {
    /**
     * Counts an attempt before the login is tried, so that parallel guesses count, too.
     *
     * @param window - the current time and the end of a new window, milliseconds since the epoch
     */
    async count(
      { provider_id, username }: Account,
      { now, end }: { readonly now: number; readonly end: number },
    ): Promise<{ readonly attempts: number; readonly windowEnd: number }> {
      const { rows } = await sql<{ attempts: number; window_end: number }>`
        INSERT INTO login_attempts (provider_id, username, attempts, window_end)
        VALUES (${provider_id}, ${username}, 1, ${end})
        ON CONFLICT (provider_id, username) DO UPDATE SET
          attempts = CASE WHEN login_attempts.window_end <= ${now}
            THEN 1 ELSE login_attempts.attempts + 1 END,
          window_end = CASE WHEN login_attempts.window_end <= ${now}
            THEN excluded.window_end ELSE login_attempts.window_end END
        RETURNING attempts, window_end`.execute(database);
      const [row] = rows;
      return { attempts: row?.attempts ?? 1, windowEnd: row?.window_end ?? end };
    },
    /** Returns the number of attempts in the current window. */
    async read({ provider_id, username }: Account, now: number): Promise<number> {
      const found = await database
        .selectFrom('login_attempts')
        .select('attempts')
        .where(({ and }) => and({ provider_id, username }))
        .where('window_end', '>', now)
        .executeTakeFirst();
      return found?.attempts ?? 0;
    },
    /** Subtracts the attempts of a network after one of them succeeded. */
    async takeBack({ provider_id, username }: Account, attempts: number): Promise<void> {
      const less = sql<number>`CASE WHEN attempts > ${attempts} THEN attempts - ${attempts} ELSE 0 END`;
      await database
        .updateTable('login_attempts')
        .set({ attempts: less })
        .where(({ and }) => and({ provider_id, username }))
        .execute();
    },
    async reset({ provider_id, username }: Account): Promise<void> {
      await database
        .deleteFrom('login_attempts')
        .where(({ and }) => and({ provider_id, username }))
        .execute();
    },
  };
}

export const listOldLoginAttempts = (now: number): readonly UnneededRows[] =>
  listOverdue(
    { table: 'login_attempts', key: ['provider_id', 'username'], column: 'window_end' },
    now,
  );

interface NetworkAttempt extends Account {
  /** A hash of the network's address. */
  readonly network_hash: string;
}

interface Patience {
  readonly free: number;
  /** The wait after each further attempt, in milliseconds. The last value repeats. */
  readonly waitsMs: readonly number[];
  readonly now: number;
}

/** The time that a network's attempts at an account count after the last attempt, in milliseconds. */
const attemptMemoryMs = 60 * 60 * 1000;

export function createNetworkAttemptStore(database: Kysely<Database>) {
  return {
    /**
     * Counts an attempt before the login is tried, unless the network has to wait. It is one statement, so that
     * parallel guesses count, too.
     *
     * @returns the number of attempts so far, or the end of the wait in milliseconds since the epoch
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
    /** True when the network has a recent attempt at this account. */
    async has(attempt: NetworkAttempt, now: number): Promise<boolean> {
      const found = await select(database, attempt);
      return found !== undefined && found.last_at > now - attemptMemoryMs;
    },
    /** Deletes the network's attempts at the account, and returns how many there were. */
    async forget({ provider_id, username, network_hash }: NetworkAttempt): Promise<number> {
      const forgotten = await database
        .deleteFrom('network_attempts')
        .where(({ and }) => and({ provider_id, username, network_hash }))
        .returning('attempts')
        .executeTakeFirst();
      return forgotten?.attempts ?? 0;
    },
  };
}

async function count(
  database: Kysely<Database>,
  { provider_id, username, network_hash }: NetworkAttempt,
  patience: Patience,
) {
  const { now } = patience;
  const { rows } = await sql<{ readonly attempts: number }>`
    INSERT INTO network_attempts (provider_id, username, network_hash, attempts, last_at)
    VALUES (${provider_id}, ${username}, ${network_hash}, 1, ${now})
    ON CONFLICT (provider_id, username, network_hash) DO UPDATE SET
      attempts = CASE WHEN network_attempts.last_at <= ${now - attemptMemoryMs}
        THEN 1 ELSE network_attempts.attempts + 1 END,
      last_at = excluded.last_at
    WHERE ${hasWaited(patience)}
    RETURNING attempts`.execute(database);
  return rows[0];
}

/** The SQL condition that a network's wait is over, on its row. It follows the same rule as {@link findWait}. */
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

function select(
  database: Kysely<Database>,
  { provider_id, username, network_hash }: NetworkAttempt,
) {
  return database
    .selectFrom('network_attempts')
    .select(['attempts', 'last_at'])
    .where(({ and }) => and({ provider_id, username, network_hash }))
    .executeTakeFirst();
}

const networkKey = ['provider_id', 'username', 'network_hash'];

export const listOldNetworkAttempts = (now: number): readonly UnneededRows[] =>
  listOverdue(
    { table: 'network_attempts', key: networkKey, column: 'last_at' },
    now,
    attemptMemoryMs,
  );
