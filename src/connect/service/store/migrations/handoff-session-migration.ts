import { type Kysely, sql } from 'kysely';

/**
 * The language, theme and session ID for a window's page. The host can send them to the frame's page only.
 * SQLite and PostgreSQL both support the column types.
 */
export async function addHandoffSession(database: Kysely<unknown>): Promise<void> {
  for (const column of ['handoff_locale text', 'handoff_theme text', 'handoff_session_id text']) {
    await sql`ALTER TABLE flows ADD COLUMN ${sql.raw(column)}`.execute(database);
  }
}
