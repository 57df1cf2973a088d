import type { Store } from './store/store.ts';

/** The address of the database. */
export interface StoreLocation {
  /** `postgres://…`; without it, the embedded database is used. */
  readonly databaseUrl?: string | undefined;
  /** `postgres://…` of a read replica for lists and exports; without it, they use the main database. */
  readonly databaseReadUrl?: string | undefined;
  /** SQLite file, or `:memory:`. */
  readonly databaseFile: string;
  /** The number of connections to PostgreSQL, at least 2. */
  readonly databasePoolSize?: number | undefined;
  /** Migrates the tables of PostgreSQL; default: older tables are refused. SQLite is always migrated. */
  readonly migrateOnStart?: boolean | undefined;
  /** The address of the database server for migrations, when `databaseUrl` is a pooler's or has another role. */
  readonly migrationDatabaseUrl?: string | undefined;
}

/** The callbacks of a store. */
export interface StoreEvents {
  /** An idle connection broke; the next query opens a new one. */
  readonly onIdleError: (error: Error) => void;
  /** Receives a line about the migration of the tables. */
  readonly onMigration?: (line: string) => void;
}

/** The number of connections to PostgreSQL when the location does not set it. */
export const defaultPoolSize = 10;

/**
 * Opens the configured database. Only its driver is loaded.
 *
 * @param location - the database's address or file
 * @throws Error when it cannot be opened, or its tables are too old or too new
 */
export async function openStore(
  location: StoreLocation,
  { onIdleError, onMigration: report = () => {} }: StoreEvents,
): Promise<Store> {
  const { databaseUrl, databaseReadUrl: readUrl, databaseFile } = location;
  const { databasePoolSize: poolSize = defaultPoolSize } = location;
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('./store/sqlite/open-sqlite-store.ts');
    return await openSqliteStore(databaseFile);
  }
  const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts');
  const migrationUrl = location.migrateOnStart
    ? (location.migrationDatabaseUrl ?? databaseUrl)
    : undefined;
  return await openPostgresStore(databaseUrl, {
    readUrl,
    poolSize,
    migrationUrl,
    report,
    onIdleError,
  });
}
