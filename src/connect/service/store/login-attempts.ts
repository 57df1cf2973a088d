import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** An account at a provider. */
interface Account {
  readonly providerId: string;
  readonly username: string;
}

/** Attempts to log in, counted per account at the provider, from wherever and for whichever application. */
export interface LoginAttemptStore {
  /**
   * Counts an attempt before it is made, so that parallel guesses are counted too.
   *
   * @param account - provider and username
   * @param window - what time it is and when a new window would end, milliseconds since the epoch
   * @returns how many attempts this window has seen, this one included, and when it ends
   */
  count(
    account: Account,
    window: { readonly now: number; readonly end: number },
  ): Promise<{ readonly attempts: number; readonly windowEnd: number }>;
  /** @returns how many attempts the window has seen that has not ended at `now` */
  read(account: Account, now: number): Promise<number>;
  /** Takes back that many attempts, after one of them succeeded. */
  takeBack(account: Account, attempts: number): Promise<void>;
  /** Forgets all attempts. */
  reset(account: Account): Promise<void>;
}

/**
 * @param database - the database
 * @returns the part of the store about attempts to log in
 */
export function createLoginAttemptStore(database: Kysely<Database>): LoginAttemptStore {
  return {
    async count({ providerId, username }, { now, end }) {
      const { rows } = await sql<{ attempts: number; window_end: number }>`
        INSERT INTO login_attempts (provider_id, username, attempts, window_end)
        VALUES (${providerId}, ${username}, 1, ${end})
        ON CONFLICT (provider_id, username) DO UPDATE SET
          attempts = CASE WHEN login_attempts.window_end <= ${now}
            THEN 1 ELSE login_attempts.attempts + 1 END,
          window_end = CASE WHEN login_attempts.window_end <= ${now}
            THEN excluded.window_end ELSE login_attempts.window_end END
        RETURNING attempts, window_end`.execute(database);
      const [row] = rows;
      return { attempts: row?.attempts ?? 1, windowEnd: row?.window_end ?? end };
    },
    async read({ providerId, username }, now) {
      const found = await database
        .selectFrom('login_attempts')
        .select('attempts')
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .where('window_end', '>', now)
        .executeTakeFirst();
      return found?.attempts ?? 0;
    },
    async takeBack({ providerId, username }, attempts) {
      const less = sql<number>`CASE WHEN attempts > ${attempts} THEN attempts - ${attempts} ELSE 0 END`;
      await database
        .updateTable('login_attempts')
        .set({ attempts: less })
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .execute();
    },
    async reset({ providerId, username }) {
      await database
        .deleteFrom('login_attempts')
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .execute();
    },
  };
}
