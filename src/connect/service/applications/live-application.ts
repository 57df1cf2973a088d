import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/schema.ts';

/** SQL for the client ID that an application's developers know, in a query on `applications`. */
export const publicClientId = sql<string>`coalesce(applications.public_client_id, applications.client_id)`;

/**
 * @param column - refers to the row's application
 * @returns the condition that the application has not been deleted
 */
export function belongsToLive(column: 'flows.client_id' | 'accounts.client_id') {
  return sql<boolean>`EXISTS (
    SELECT owner.client_id FROM applications AS owner
    WHERE owner.client_id = ${sql.ref(column)} AND owner.deleted_at IS NULL)`;
}

/** @returns the condition that a flow's application has not been deleted, or that it needs none */
export function isLiveFlow() {
  return sql<boolean>`(flows.kind = 'manage' OR ${belongsToLive('flows.client_id')})`;
}

/** A row that belongs to an application. */
type OwnedRow = { readonly client_id: string } & Readonly<Record<string, string | number | null>>;

/**
 * Adds a row, unless its application has been deleted. The foreign key alone does not prevent that, because a
 * deleted application's row stays until all of its other rows are purged.
 *
 * @returns whether the row was added
 */
export async function addOwnedRow(
  database: Kysely<Database>,
  table: 'flows' | 'webhooks',
  row: OwnedRow,
): Promise<boolean> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  const { rows } = await sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${values} FROM applications
    WHERE applications.client_id = ${row.client_id} AND deleted_at IS NULL
    RETURNING client_id`.execute(database);
  return rows.length > 0;
}
