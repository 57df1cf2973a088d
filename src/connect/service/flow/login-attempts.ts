import { type Kysely, sql } from 'kysely';
import type { UnneededRows } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';

/** An account at a provider. */
interface Account {
  readonly providerId: string;
  readonly username: string;
}

declare module '../store/store.ts' {
  interface Store {
    /** Login attempts, counted for each account at a provider, across networks and applications. */
    readonly loginAttempts: ReturnType<typeof createLoginAttemptStore>;
  }
}

export function createLoginAttemptStore(database: Kysely<Database>) {
  return {
    /**
     * Counts an attempt before the login is tried, so that parallel guesses count, too.
     *
     * @param account - the provider's ID and the username
     * @param window - the current time and the end of a new window, milliseconds since the epoch
     * @returns the number of attempts in this window, including this one, and the window's end
     */
    async count(
      { providerId, username }: Account,
      { now, end }: { readonly now: number; readonly end: number },
    ): Promise<{ readonly attempts: number; readonly windowEnd: number }> {
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
    /** @returns the number of attempts in the current window, and the window's end */
    async read({ providerId, username }: Account, now: number): Promise<number> {
      const found = await database
        .selectFrom('login_attempts')
        .select('attempts')
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .where('window_end', '>', now)
        .executeTakeFirst();
      return found?.attempts ?? 0;
    },
    /** Subtracts the attempts of a flow after one of them succeeded. */
    async takeBack({ providerId, username }: Account, attempts: number): Promise<void> {
      const less = sql<number>`CASE WHEN attempts > ${attempts} THEN attempts - ${attempts} ELSE 0 END`;
      await database
        .updateTable('login_attempts')
        .set({ attempts: less })
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .execute();
    },
    /** Deletes all attempts of an account. */
    async reset({ providerId, username }: Account): Promise<void> {
      await database
        .deleteFrom('login_attempts')
        .where('provider_id', '=', providerId)
        .where('username', '=', username)
        .execute();
    },
  };
}

export const listOldLoginAttempts = (now: number): UnneededRows => ({
  table: 'login_attempts',
  key: ['provider_id', 'username'],
  condition: sql`window_end < ${now}`,
});
