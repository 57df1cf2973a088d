import { type Kysely, sql } from 'kysely';

/**
 * A partial index finds a page of connected accounts without scanning the disconnected ones. Both databases
 * support partial indexes.
 */
export async function indexConnectedAccounts(database: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of [
    ['accounts_by_application', 'client_id, id'],
    ['accounts_by_provider', 'client_id, provider_id, id'],
  ]) {
    await sql`DROP INDEX ${sql.raw(name ?? '')}`.execute(database);
    await sql`CREATE INDEX ${sql.raw(`${name} ON accounts (${columns}) WHERE disconnected_at IS NULL`)}`.execute(
      database,
    );
  }
}
