import { type Kysely, sql } from 'kysely';

/**
 * The queue of grants that must be revoked. It has no foreign key, so entries outlive a deleted application.
 * Ended flows and exchanged codes of an earlier version have copies of grants. They are given up when they
 * expire, and not revoked, because their accounts use the same grants.
 */
export async function addRevocations(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE revocations (
    id text PRIMARY KEY,
    client_id text NOT NULL,
    environment text NOT NULL,
    provider_id text NOT NULL,
    subject text NOT NULL,
    sealed_grant text NOT NULL,
    due_at bigint NOT NULL DEFAULT 0,
    attempts bigint NOT NULL DEFAULT 0
  )`.execute(database);
  await sql`CREATE INDEX revocations_by_time ON revocations (due_at)`.execute(database);
  for (const table of ['flows', 'codes']) {
    await sql`CREATE INDEX ${sql.raw(`${table}_with_grant`)}
      ON ${sql.table(table)} (expires_at) WHERE sealed_grant IS NOT NULL`.execute(database);
  }
}
