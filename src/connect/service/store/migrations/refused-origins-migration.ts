import { type Kysely, sql } from 'kysely';

/**
 * Origins that were not allowed to embed an application. The dashboard shows them to its developers. SQLite
 * and PostgreSQL both support the column types.
 */
export async function addRefusedOrigins(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE refused_origins (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    origin text NOT NULL,
    network_hash text NOT NULL,
    refused_at bigint NOT NULL,
    PRIMARY KEY (client_id, origin)
  )`.execute(database);
  await sql`CREATE INDEX refused_origins_by_time ON refused_origins (refused_at)`.execute(database);
}
