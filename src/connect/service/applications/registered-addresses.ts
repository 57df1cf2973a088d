import { type Kysely, sql } from 'kysely';
import { addUnlessDeleted } from '../store/insert-errors.ts';
import type { Database } from '../store/schema.ts';

/** The table and column of a list. */
type AddressTable =
  | { readonly table: 'redirect_uris'; readonly column: 'redirect_uri' }
  | { readonly table: 'origins'; readonly column: 'origin' };

/**
 * Creates the methods for redirect URIs or for origins.
 *
 * @param place - the table and its column
 */
export function createRegisteredAddresses(database: Kysely<Database>, place: AddressTable) {
  const table = sql.table(place.table);
  const column = sql.ref(place.column);
  return {
    /** @returns the addresses in alphabetical order */
    async list(clientId: string): Promise<readonly string[]> {
      const { rows } = await sql<{ address: string }>`
        SELECT ${column} AS address FROM ${table} WHERE client_id = ${clientId}
        ORDER BY ${column}`.execute(database);
      return rows.map((row) => row.address);
    },
    /**
     * Adds an address. An existing one stays unchanged.
     *
     * @returns false when the application has been deleted
     */
    add: (clientId: string, address: string): Promise<boolean> =>
      addUnlessDeleted(async () => {
        // `DO NOTHING` would not return an existing row.
        const { rows } = await sql`INSERT INTO ${table} (client_id, ${column})
          SELECT client_id, ${address} FROM applications
          WHERE client_id = ${clientId} AND deleted_at IS NULL
          ON CONFLICT (client_id, ${column}) DO UPDATE SET ${column} = excluded.${column}
          RETURNING client_id`.execute(database);
        return rows.length > 0;
      }),
    /** @returns whether the address was registered */
    async remove(clientId: string, address: string): Promise<boolean> {
      const { rows } = await sql`DELETE FROM ${table}
        WHERE client_id = ${clientId} AND ${column} = ${address}
        RETURNING client_id`.execute(database);
      return rows.length > 0;
    },
  };
}
