import { type Kysely, sql } from 'kysely';

/**
 * Whatever the sweep looks for is found by an index, however much stays. Both databases know indexes
 * of a part of a table.
 *
 * @param database - the database
 */
export async function addSweepIndexes(database: Kysely<unknown>): Promise<void> {
  for (const index of [
    'flows_without_login ON flows (expires_at) WHERE username IS NULL',
    'login_attempts_by_end ON login_attempts (window_end)',
    'rate_counts_by_end ON rate_counts (window_end)',
  ]) {
    await sql`CREATE INDEX ${sql.raw(index)}`.execute(database);
  }
}
