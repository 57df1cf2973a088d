import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** Attempts to log in, counted per account at the provider, whichever application they came by. */
export interface LoginAttemptStore {
  /**
   * Counts an attempt before it is made, so that parallel guesses are counted too.
   *
   * @param account - provider and username
   * @param window - what time it is and when a new window would end, milliseconds since the epoch
   * @returns how many attempts this window has seen, this one included, and when it ends
   */
  count(
    account: { readonly providerId: string; readonly username: string },
    window: { readonly now: number; readonly end: number },
  ): Promise<{ readonly attempts: number; readonly windowEnd: number }>;
  /** Forgets the attempts, after a log-in that succeeded. */
  reset(account: { readonly providerId: string; readonly username: string }): Promise<void>;
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
    async reset({ providerId, username }) {
      await database
        .deleteFrom('login_attempts')
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .execute();
    },
  };
}
