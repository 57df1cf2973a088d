import { type Kysely, sql } from 'kysely';

/**
 * The log of what operators change. It refers to nothing: a deletion stays in it after its application.
 *
 * @param database - the database
 */
export async function addAuditLog(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE audit_log (
    id text PRIMARY KEY,
    changed_at bigint NOT NULL,
    via text NOT NULL CHECK (via IN ('dashboard', 'admin_api')),
    person text,
    action text NOT NULL,
    client_id text NOT NULL,
    application text NOT NULL,
    detail text
  )`.execute(database);
  await sql`CREATE INDEX audit_log_by_application ON audit_log (client_id, id)`.execute(database);
}
