import { type Kysely, sql } from 'kysely';

/**
 * A window joins a flow only when a form of the host led to it. The `Referer` of a link no longer counts, so
 * its column is replaced.
 */
export async function addPostedFrom(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE flows DROP COLUMN referrer_origin`.execute(database);
  await sql`ALTER TABLE flows ADD COLUMN posted_from text`.execute(database);
}
