import { type Kysely, sql } from 'kysely';

/**
 * Which code a flow ended in, so that the dashboard can say whether it has been exchanged; and what
 * keeps the deletion of an application from looking through all tokens for each of its accounts.
 *
 * @param database - the database
 */
export async function addFlowCodes(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE flows ADD COLUMN code_hash text`.execute(database);
  await sql`CREATE INDEX tokens_by_account ON tokens (account_id)`.execute(database);
}
