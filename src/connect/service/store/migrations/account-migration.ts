import { type Kysely, sql } from 'kysely';

/**
 * Columns for the validity of tokens, and for accounts of provider plug-ins. Existing rows stay as they
 * are, because filling in a million accounts would delay the start. Values missing from older accounts are
 * read from their tokens.
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
