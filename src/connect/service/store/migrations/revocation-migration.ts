import { type Kysely, sql } from 'kysely';

/**
 * The queue of grants that must be revoked. It has no foreign key, so entries outlive a deleted application.
 * From now on a grant has one holder, so its copies in ended flows and exchanged codes are removed.
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
  await sql`UPDATE flows SET sealed_grant = NULL
    WHERE step = 'issued' AND sealed_grant IS NOT NULL`.execute(database);
  await sql`UPDATE codes SET sealed_grant = NULL
    WHERE consumed_at IS NOT NULL AND sealed_grant IS NOT NULL`.execute(database);
  for (const table of ['flows', 'codes']) {
    await sql`CREATE INDEX ${sql.raw(`${table}_with_grant`)}
      ON ${sql.table(table)} (expires_at) WHERE sealed_grant IS NOT NULL`.execute(database);
  }
}
