import { type Kysely, sql } from 'kysely';

/**
 * A window joins a flow only when a form of the host led to it. The `Referer` of a link no longer counts, so
 * stored ones are forgotten.
 */
export async function renameReferrer(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE flows RENAME COLUMN referrer_origin TO posted_from`.execute(database);
  await sql`UPDATE flows SET posted_from = NULL WHERE posted_from IS NOT NULL`.execute(database);
}
