import { type Kysely, Migrator } from 'kysely';
import type { Database } from '../schema.ts';
import { migrations } from './migrations.ts';

/**
 * Brings the schema up to date. The caller holds the lock that keeps a second process out.
 *
 * @param connection - kysely on one connection
 * @throws Error when a migration fails, or when the database has one that this version does not know
 */
export async function migrate(connection: Kysely<Database>): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const migrator = new Migrator({ db: connection, provider });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The schema of the database could not be migrated.', { cause: error });
}
