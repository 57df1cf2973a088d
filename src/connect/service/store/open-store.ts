import type { Store } from './store.ts';

/** Where data is kept. */
export interface StoreLocation {
  /** `postgres://…`; unset: the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** SQLite file, or `:memory:`. */
  readonly databaseFile: string;
}

/**
 * Opens the configured database. Its driver is loaded only then, so the other one costs nothing.
 *
 * @param location - where it is
 * @param onIdleError - told of connections that broke while they were idle
 * @returns the store, its schema up to date
 * @throws Error when it cannot be opened or a migration fails
 */
export async function openStore(
  { databaseUrl, databaseFile }: StoreLocation,
  onIdleError: (error: Error) => void,
): Promise<Store> {
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('./sqlite/open-sqlite-store.ts');
    return await openSqliteStore(databaseFile);
  }
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  return await openPostgresStore(databaseUrl, onIdleError);
}
