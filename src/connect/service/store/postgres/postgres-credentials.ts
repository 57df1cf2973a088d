import type { Pool } from 'pg';
import {
  type CredentialsRow,
  type FindCredentials,
  readCredentials,
  selectCredentials,
} from '../credentials.ts';

const text = `${selectCredentials} = $1`;

/**
 * @param pool - connections to the database
 * @returns the lookup
 */
export function createPostgresCredentials(pool: Pool): FindCredentials {
  return async (clientId) => {
    const query = { name: 'credentials', text, values: [clientId] };
    return readCredentials((await pool.query<CredentialsRow>(query)).rows);
  };
}
