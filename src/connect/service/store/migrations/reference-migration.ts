import { type Kysely, sql } from 'kysely';

/**
 * The reference that a person quotes to support, and what went wrong in the flow. Flows with a problem are
 * kept for a day, so the sweep's partial index leaves them out. Both databases support the column types.
 */
export async function addReferences(database: Kysely<unknown>): Promise<void> {
  const columns = [
    'reference text',
    'problem text',
    'problem_at bigint',
    'problem_provider_id text',
  ];
  for (const column of columns) {
    await sql`ALTER TABLE flows ADD COLUMN ${sql.raw(column)}`.execute(database);
  }
  await sql`CREATE INDEX flows_by_reference ON flows (reference)`.execute(database);
  await sql`DROP INDEX flows_without_login`.execute(database);
  await sql`CREATE INDEX flows_without_login ON flows (expires_at)
    WHERE username IS NULL AND problem IS NULL`.execute(database);
}
