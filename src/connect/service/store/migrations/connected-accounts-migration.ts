import { type Kysely, sql } from 'kysely';

/**
 * A page of connected accounts is found without going through those that have been disconnected. Both
 * databases know indexes of a part of a table.
 *
 * @param database - the database
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
