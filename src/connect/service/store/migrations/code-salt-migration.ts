import { type Kysely, sql } from 'kysely';

/**
 * What a flow's code is derived from, together with the flow's token: an Allow whose answer was lost
 * is answered again with the same code, and the code itself is kept nowhere.
 *
 * @param database - the database
 */
export async function addCodeSalt(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE flows ADD COLUMN code_salt text`.execute(database);
}
