import { readSetting } from '../basics/settings.ts';
import type { OpenedDatabase } from './opened-database.ts';

export interface StoreLocation {
  /** The address of PostgreSQL, `postgres://…`. Without it, the embedded database is used. */
  readonly databaseUrl?: string | undefined;
  /** The address of a read replica for lists and exports. Without it, they use the main database. */
  readonly databaseReadUrl?: string | undefined;
  readonly databaseFile: string;
  /** The number of connections to PostgreSQL, at least 2. */
  readonly databasePoolSize?: number | undefined;
  /** True to migrate the tables of PostgreSQL; otherwise older tables are refused. SQLite is always migrated. */
  readonly migrateOnStart?: boolean | undefined;
  /** The address for migrations, needed when `databaseUrl` leads to a pooler, or to a role that may not migrate. */
  readonly migrationDatabaseUrl?: string | undefined;
}

export interface DatabaseEvents {
  /** Called when an idle connection breaks. The next query opens a new one. */
  readonly onIdleError: (error: Error) => void;
  /** Receives lines for the operator about the migration. */
  readonly onMigration?: (line: string) => void;
}

/**
 * Opens the configured database. The driver of the other kind of database is not loaded.
 *
 * @throws Error when the database cannot be opened, or its tables are too old or too new
 */
export async function openDatabase(
  location: StoreLocation,
  { onIdleError, onMigration: report = () => {} }: DatabaseEvents,
): Promise<OpenedDatabase> {
  const { databaseUrl, databaseReadUrl: readUrl, databaseFile } = location;
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite/open-sqlite.ts');
    return await openSqlite(databaseFile);
  }
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  const migrationUrl = location.migrateOnStart
    ? (location.migrationDatabaseUrl ?? databaseUrl)
    : undefined;
  return await openPostgres(databaseUrl, {
    readUrl,
    poolSize: choosePoolSize(location),
    migrationUrl,
    report,
    onIdleError,
  });
}

export function choosePoolSize({ databasePoolSize }: StoreLocation): number {
  return databasePoolSize ?? Number(readSetting({}, 'DATABASE_POOL_SIZE'));
}
