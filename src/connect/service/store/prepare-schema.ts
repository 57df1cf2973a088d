import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';
import { tables } from './tables.ts';

/** The version of `tables.ts`. */
export const schemaVersion = 7;

/**
 * Creates the tables in a database without them, and refuses a database of another version. The caller runs
 * it in a transaction that keeps other processes out.
 *
 * @param connection - Kysely within that transaction
 * @param listTables - a query for the names of the database's tables
 * @param more - triggers and views, in the database's own SQL
 * @throws Error when the tables have another version; the message says what to do
 */
export async function prepareSchema(
  connection: Kysely<Database>,
  listTables: RawBuilder<{ readonly name: string }>,
  more: readonly string[],
): Promise<void> {
  const { rows } = await listTables.execute(connection);
  const names = new Set(rows.map(({ name }) => name));
  if (names.has('schema_version')) return await assertVersion(connection);
  // Databases from before 0.1.0 have no version.
  if (names.has('applications')) throw createVersionError('a development version');
  const version = 'CREATE TABLE schema_version (version bigint NOT NULL)';
  for (const statement of [version, ...tables, ...more])
    await sql.raw(statement).execute(connection);
  await connection.insertInto('schema_version').values({ version: schemaVersion }).execute();
}

async function assertVersion(connection: Kysely<Database>): Promise<void> {
  const row = await connection.selectFrom('schema_version').select('version').executeTakeFirst();
  if (row?.version === schemaVersion) return;
  throw createVersionError(row ? `version ${row.version}` : 'an unknown version');
}

function createVersionError(found: string): Error {
  return new Error(
    `The database has tables of ${found}; this service needs version ${schemaVersion}. ` +
      'Start the service that created them, or name an empty database with DATABASE_URL or DATA_DIR.',
  );
}
