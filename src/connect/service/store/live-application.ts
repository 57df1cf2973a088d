import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** The client ID that an application's developers know, in a query on `applications`. */
export const publicClientId = sql<string>`coalesce(applications.public_client_id, applications.client_id)`;

/**
 * @param column - of a row that belongs to an application
 * @returns a condition: its application has not been deleted
 */
export function belongsToLive(column: 'flows.client_id' | 'accounts.client_id') {
  return sql<boolean>`EXISTS (
    SELECT owner.client_id FROM applications AS owner
    WHERE owner.client_id = ${sql.ref(column)} AND owner.deleted_at IS NULL)`;
}

/** A row that belongs to an application. */
type OwnedRow = { readonly client_id: string } & Readonly<Record<string, string | number | null>>;

/**
 * Adds a row, if its application has not been deleted. A reference alone does not say so: a deleted
 * application stays until all its rows are gone.
 *
 * @param database - the database or a transaction on it
 * @param table - where
 * @param row - what
 * @returns whether it was added
 */
export async function addOwnedRow(
  database: Kysely<Database>,
  table: 'codes' | 'flows',
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
