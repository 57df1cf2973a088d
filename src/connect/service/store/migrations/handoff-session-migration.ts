import { type Kysely, sql } from 'kysely';

/**
 * What the host said to the page, for that of a window which the host cannot tell: what it is to look
 * like, and of which session it is. Column types are those that SQLite and PostgreSQL both understand.
 *
 * @param database - the database
 */
export async function addHandoffSession(database: Kysely<unknown>): Promise<void> {
  for (const column of ['handoff_locale text', 'handoff_theme text', 'handoff_session_id text']) {
    await sql`ALTER TABLE flows ADD COLUMN ${sql.raw(column)}`.execute(database);
  }
}
