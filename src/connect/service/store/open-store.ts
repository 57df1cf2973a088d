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
}

/** Connections to PostgreSQL, unless the location says how many. */
export const defaultPoolSize = 10;

/**
 * Opens the configured database. Only its driver is loaded.
 *
 * @param location - the database's address or file
 * @param onIdleError - called when an idle connection breaks
 * @returns the store
 * @throws Error when it cannot be opened, or has tables of another version
 */
export async function openStore(
  location: StoreLocation,
  onIdleError: (error: Error) => void,
): Promise<Store> {
  const { databaseUrl, databaseReadUrl: readUrl, databaseFile } = location;
  const { databasePoolSize: poolSize = defaultPoolSize } = location;
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('./sqlite/open-sqlite-store.ts');
    return await openSqliteStore(databaseFile);
  }
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  return await openPostgresStore(databaseUrl, { readUrl, poolSize, onIdleError });
}
