import type { Database as SqliteDatabase } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import {
  type CredentialsRow,
  type FindCredentials,
  readCredentials,
  selectCredentials,
} from '../credentials.ts';
import type { Database } from '../schema.ts';

/**
 * For SQLite: at once, unless somebody's transaction is open on the connection, who may have changed
 * half of what is read.
 *
 * @param sqlite - the connection
 * @param database - kysely on the same connection
 * @returns the lookup
 */
export function createSqliteCredentials(
  sqlite: SqliteDatabase,
  database: Kysely<Database>,
): FindCredentials {
  const select = sqlite.prepare<[string], CredentialsRow>(`${selectCredentials} = ?`);
  return async (clientId) => {
    const find = () => readCredentials(select.all(clientId));
    return sqlite.inTransaction ? database.connection().execute(async () => find()) : find();
  };
}
