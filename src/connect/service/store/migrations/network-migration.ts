import { type Kysely, sql } from 'kysely';

/**
 * Attempts at accounts and sign-ins to the dashboard, by network. A hash stands for the network's address.
 * SQLite and PostgreSQL both support the column types.
 */
export async function addNetworks(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE network_attempts (
    provider_id text NOT NULL,
    username text NOT NULL,
    network_hash text NOT NULL,
    attempts bigint NOT NULL,
    last_at bigint NOT NULL,
    PRIMARY KEY (provider_id, username, network_hash)
  )`.execute(database);
  await sql`CREATE INDEX network_attempts_by_age ON network_attempts (last_at)`.execute(database);
  await sql`CREATE TABLE dashboard_networks (
    network_hash text PRIMARY KEY,
    known_until bigint NOT NULL
  )`.execute(database);
}
