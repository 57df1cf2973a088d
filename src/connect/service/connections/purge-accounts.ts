import { sql } from 'kysely';
import { deleteHolders } from '../providers/revocations.ts';
import { type Purge, purgeRows, workAndRest } from '../store/purge.ts';

/** The key after which the next batch of accounts begins. */
interface AccountKey {
  readonly provider_id: string;
  readonly username: string;
}

/**
 * Deletes the accounts of a deleted application, each after its tokens. Each batch starts after the last account of the previous one. PostgreSQL keeps deleted rows in its index, so a
 * batch without this start would scan them again.
 */
export async function purgeAccounts(purge: Purge, clientId: string): Promise<void> {
  let last: AccountKey = { provider_id: '', username: '' };
  while (!purge.signal?.aborted) {
    const accounts = await listAccounts(purge, clientId, last);
    const end = accounts.at(-1);
    if (!end) return;
    last = end;
    const ids = accounts.map(({ id }) => id);
    // An account has a token for each time that its user connected.
    const condition = sql`account_id IN (${sql.join(ids)})`;
    await purgeRows(purge, { table: 'tokens', key: ['token_hash'], condition });
    const batch = sql`id IN (${sql.join(ids)})`;
    await workAndRest(purge, (connection) => deleteHolders(connection, 'accounts', batch));
  }
}

function listAccounts({ database, pace }: Purge, clientId: string, last: AccountKey) {
  return database
    .selectFrom('accounts')
    .select(['id', 'provider_id', 'username'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`(provider_id, username) > (${last.provider_id}, ${last.username})`)
    .orderBy('provider_id')
    .orderBy('username')
    .limit(pace.batchSize)
    .execute();
}
