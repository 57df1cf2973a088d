import { type Kysely, sql } from 'kysely';

/**
 * The log of the operators' changes. It has no foreign key, so entries outlive a deleted application.
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
