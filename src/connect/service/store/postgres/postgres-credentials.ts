import type { Pool } from 'pg';
import {
  type Credentials,
  type CredentialsRow,
  type FindCredentials,
  readCredentials,
  selectCredentials,
} from '../credentials.ts';
import { createJoiner } from '../joiner.ts';

const text = `${selectCredentials} = ANY ($1::text[])`;

/**
 * For PostgreSQL: simultaneous lookups share a query.
 *
 * @param pool - connections to the database
 * @returns the lookup
 */
export function createPostgresCredentials(pool: Pool): FindCredentials {
  const find = async (clientIds: readonly string[]): Promise<readonly Credentials[]> => {
    const values = [[...new Set(clientIds)]];
    const { rows } = await pool.query<CredentialsRow>({ name: 'credentials', text, values });
    return clientIds.map((clientId) =>
      readCredentials(rows.filter((row) => row.public_client_id === clientId)),
    );
  };
  return createJoiner(find, { max: 1000 });
}
