import { type Kysely, sql } from 'kysely';

/**
 * What it takes for a token to open something, and for an account to be connected by a provider plug-in.
 * Nothing is filled in here: a table of a million accounts would keep the service from starting. What an
 * account of an earlier version lacks is read from its tokens.
 *
 * @param database - the database
 */
export async function addAccounts(database: Kysely<unknown>): Promise<void> {
  const columns = {
    accounts: [
      'connected_at bigint',
      'last_exchange_at bigint',
      'disconnected_at bigint',
      'sealed_grant text',
    ],
    tokens: ['environment text'],
    codes: ['sealed_grant text'],
    flows: [
      'subject text',
      'account_label text',
      'sealed_challenge text',
      'sealed_grant text',
      'attempt text',
    ],
  };
  for (const [table, definitions] of Object.entries(columns)) {
    for (const definition of definitions) {
      await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN ${sql.raw(definition)}`.execute(
        database,
      );
    }
  }
  for (const index of [
    'accounts_by_application ON accounts (client_id, id)',
    'accounts_by_provider ON accounts (client_id, provider_id, id)',
  ]) {
    await sql`CREATE INDEX ${sql.raw(index)}`.execute(database);
  }
}
