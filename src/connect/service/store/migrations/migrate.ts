import { type Kysely, Migrator } from 'kysely';
import type { Database } from '../schema.ts';
import { migrations } from './migrations.ts';

/**
 * Updates the schema. The caller holds the lock that keeps other processes out.
 *
 * @param connection - Kysely on one connection
 * @throws Error when a migration fails, or when a newer version of the service has migrated the database
 */
export async function migrate(connection: Kysely<Database>): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const migrator = new Migrator({ db: connection, provider });
  const { error } = await migrator.migrateToLatest();
  if (error)
    throw new Error('The schema of the database could not be migrated; see the cause.', {
      cause: error,
    });
}
