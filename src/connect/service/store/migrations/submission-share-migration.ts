import { type Kysely, sql } from 'kysely';

/**
 * How many of an application's submissions came from the public page, which is open to anyone with its
 * client ID. Both databases support the column's type.
 */
export async function addSubmissionShare(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE applications
    ADD COLUMN anonymous_submissions bigint NOT NULL DEFAULT 0`.execute(database);
}
