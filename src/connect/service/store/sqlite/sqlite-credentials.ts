import type { Kysely } from 'kysely';
import {
  type CredentialsRow,
  type FindCredentials,
  readCredentials,
  selectCredentials,
} from '../../applications/credentials.ts';
import type { Database } from '../schema.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Finds credentials in SQLite. It reads synchronously, except while a transaction is open on the connection, which
 * may have changed only one of the two tables.
 *
 * @param database - Kysely on the same connection
 */
export function createSqliteCredentials(
  sqlite: SqliteConnection,
  database: Kysely<Database>,
): FindCredentials {
  const select = sqlite.prepare<CredentialsRow>(`${selectCredentials} = ?`);
  return async (clientId) => {
    const find = () => readCredentials(select.all([clientId]));
    return sqlite.inTransaction ? database.connection().execute(async () => find()) : find();
  };
}
