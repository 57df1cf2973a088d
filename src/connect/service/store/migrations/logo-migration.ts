import { type Kysely, sql } from 'kysely';

/**
 * The logos of applications, as base64: SQLite and PostgreSQL have different types for bytes.
 */
export async function addLogos(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE application_logos (
    client_id text PRIMARY KEY REFERENCES applications ON DELETE CASCADE,
    name text NOT NULL,
    image text NOT NULL
  )`.execute(database);
  await sql`CREATE INDEX application_logos_by_name ON application_logos (name)`.execute(database);
}
