import { type Kysely, sql } from 'kysely';

/**
 * A deleted application is marked, and its rows are deleted in the background. Meanwhile its client ID may
 * be registered again. The new row has another key in `client_id`, and the client ID in `public_client_id`.
 * The index is not partial: with a condition, PostgreSQL would scan all of it for every query with that
 * condition.
 */
export async function addDeletion(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE applications ADD COLUMN public_client_id text`.execute(database);
  await sql`ALTER TABLE applications ADD COLUMN deleted_at bigint`.execute(database);
  await sql`CREATE UNIQUE INDEX applications_by_public_id
    ON applications (coalesce(public_client_id, client_id))`.execute(database);
  await sql`CREATE INDEX codes_by_application ON codes (client_id)`.execute(database);
}
