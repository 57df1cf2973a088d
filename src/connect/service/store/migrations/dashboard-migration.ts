import { type Kysely, sql } from 'kysely';

/**
 * Tables and columns for the dashboard: sessions, the source of an application, the start of a flow, and
 * secrets that overlap during a rotation. SQLite and PostgreSQL both support the column types.
 */
export async function addDashboard(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE applications ADD COLUMN source text NOT NULL DEFAULT 'file'
    CHECK (source IN ('file', 'dashboard'))`.execute(database);
  await sql`ALTER TABLE application_secrets ADD COLUMN created_at bigint`.execute(database);
  await sql`ALTER TABLE application_secrets ADD COLUMN expires_at bigint`.execute(database);
  await sql`ALTER TABLE flows ADD COLUMN started_at bigint`.execute(database);
  await sql`CREATE INDEX flows_by_application ON flows (client_id, started_at)`.execute(database);
  await sql`CREATE TABLE dashboard_password (
    id text PRIMARY KEY CHECK (id = 'only'),
    salt text NOT NULL,
    hash text NOT NULL
  )`.execute(database);
  await sql`CREATE TABLE dashboard_sessions (
    token_hash text PRIMARY KEY,
    expires_at bigint NOT NULL,
    ends_at bigint NOT NULL
  )`.execute(database);
}
