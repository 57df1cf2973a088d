import type { Kysely } from 'kysely';
import type { Lookup } from '../opened-database.ts';
import type { Database } from '../schema.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * The lookup is synchronous, unless a transaction is open on the connection: that may have changed only one of two
 * tables.
 *
 * @param database - Kysely on the same connection
 */
export function createSqliteLookup<Row>(
  sqlite: SqliteConnection,
  database: Kysely<Database>,
  { select }: Lookup<Row>,
): (key: string) => Promise<readonly Row[]> {
  const statement = sqlite.prepare<Row>(`${select} = ?`);
  return async (key) => {
    const find = () => statement.all([key]);
    return sqlite.inTransaction ? database.connection().execute(async () => find()) : find();
  };
}
