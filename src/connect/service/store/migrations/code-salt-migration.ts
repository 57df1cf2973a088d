import { type Kysely, sql } from 'kysely';

/**
 * The salt that a flow's code is derived from, together with the flow's token. When the response to Allow
 * was lost, the same code can be sent again. The code itself is not stored.
 */
export async function addCodeSalt(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE flows ADD COLUMN code_salt text`.execute(database);
}
