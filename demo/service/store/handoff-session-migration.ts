import { type Kysely, sql } from 'kysely';

/**
 * What the host said the page should look like, for the page of a window that the host cannot tell.
 * Column types are those that SQLite and PostgreSQL both understand.
 *
 * @param database - the database
 */
export async function addHandoffLook(database: Kysely<unknown>): Promise<void> {
  for (const column of ['handoff_locale text', 'handoff_theme text']) {
    await sql`ALTER TABLE flows ADD COLUMN ${sql.raw(column)}`.execute(database);
  }
}
