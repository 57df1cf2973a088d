import { type Kysely, sql } from 'kysely';

/**
 * How many of an application's submissions came through the public page, which anyone can use who knows
 * its client ID. Both databases understand the column's type.
 *
 * @param database - the database
 */
export async function addSubmissionShare(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE applications
    ADD COLUMN anonymous_submissions bigint NOT NULL DEFAULT 0`.execute(database);
}
