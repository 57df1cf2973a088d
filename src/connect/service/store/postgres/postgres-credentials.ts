import type { Pool } from 'pg';
import {
  type Credentials,
  type CredentialsRow,
  type FindCredentials,
  readCredentials,
  selectCredentials,
} from '../../applications/credentials.ts';
import { createJoiner } from '../joiner.ts';

const text = `${selectCredentials} = ANY ($1::text[])`;

/**
 * Finds credentials in PostgreSQL. Simultaneous lookups share a query.
 *
 * @param pool - connections to the database
 * @param isPooled - whether there is a pooler in between, which keeps no prepared statements
 */
export function createPostgresCredentials(pool: Pool, isPooled: boolean): FindCredentials {
  const statement = isPooled ? { text } : { name: 'credentials', text };
  const find = async (clientIds: readonly string[]): Promise<readonly Credentials[]> => {
    const values = [[...new Set(clientIds)]];
    const { rows } = await pool.query<CredentialsRow>({ ...statement, values });
    return clientIds.map((clientId) =>
      readCredentials(rows.filter((row) => row.public_client_id === clientId)),
    );
  };
  return createJoiner(find, { name: 'find credentials', max: 1000 });
}
