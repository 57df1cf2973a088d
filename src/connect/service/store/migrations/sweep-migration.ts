import { type Kysely, sql } from 'kysely';

/** Partial indexes for the sweep, so that it never scans a table. Both databases support them. */
export async function addSweepIndexes(database: Kysely<unknown>): Promise<void> {
  for (const index of [
    'flows_without_login ON flows (expires_at) WHERE username IS NULL',
    'login_attempts_by_end ON login_attempts (window_end)',
    'rate_counts_by_end ON rate_counts (window_end)',
  ]) {
    await sql`CREATE INDEX ${sql.raw(index)}`.execute(database);
  }
}
