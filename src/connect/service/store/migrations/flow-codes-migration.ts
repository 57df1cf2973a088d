import { type Kysely, sql } from 'kysely';

/**
 * The code that a flow ended with, so that the dashboard can show whether it was exchanged. The index lets
 * the deletion of an application find an account's tokens without scanning the table.
 */
export async function addFlowCodes(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE flows ADD COLUMN code_hash text`.execute(database);
  await sql`CREATE INDEX tokens_by_account ON tokens (account_id)`.execute(database);
}
