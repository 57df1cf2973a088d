import { type Kysely, sql } from 'kysely';

/**
 * Columns for a flow with two documents, one in a frame and one in a window. SQLite and PostgreSQL both
 * support the column types.
 */
export async function addHandoffs(database: Kysely<unknown>): Promise<void> {
  for (const column of [
    'referrer_origin text',
    'handoff_hash text',
    'handoff_state text',
    'handoff_expires_at bigint',
    'handoff_provider_id text',
    'seen_at bigint',
    'joined_hash text',
  ]) {
    await sql`ALTER TABLE flows ADD COLUMN ${sql.raw(column)}`.execute(database);
  }
  await sql`CREATE UNIQUE INDEX flows_by_handoff ON flows (handoff_hash)`.execute(database);
}
