import type { Store } from './store.ts';

/** The address of the database. */
export interface StoreLocation {
  /** `postgres://…`; unset: the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** `postgres://…` of a read replica for lists and exports; unset: they come from the database itself. */
  readonly databaseReadUrl?: string | undefined;
  /** SQLite file, or `:memory:`. */
  readonly databaseFile: string;
  /** How many connections to PostgreSQL, 2 or more. */
  readonly databasePoolSize?: number | undefined;
  /** Bring the tables of PostgreSQL up to date; default: refuse older ones. SQLite's always are. */
  readonly migrateOnStart?: boolean | undefined;
  /** Address of the server itself for that, when `databaseUrl` is a pooler's or of another role. */
  readonly migrationDatabaseUrl?: string | undefined;
}

/** What a store reports. */
export interface StoreEvents {
  /** An idle connection broke; the next query opens a new one. */
  readonly onIdleError: (error: Error) => void;
  /** A line about the migration of the tables. */
  readonly onMigration?: (line: string) => void;
}

/** Connections to PostgreSQL, unless the location says how many. */
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
    const { openSqliteStore } = await import('./sqlite/open-sqlite-store.ts');
    return await openSqliteStore(databaseFile);
  }
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
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
