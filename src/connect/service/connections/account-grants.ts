import { type Kysely, type Selectable, sql } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import { belongsToLive } from '../applications/application-tables.ts';
import { ownIdColumns, toOwnEventData } from '../applications/own-ids.ts';
import { addEvents } from '../events/events.ts';
import { addRevocations, deleteHolders, type GivenUpGrant } from '../providers/revocations.ts';
import { findLatest, type Purge, purgeRows, workAndRest } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';

/** The stored grant of a connected account. */
export type HeldGrant = Pick<
  Selectable<Database['accounts']>,
  'status' | 'consent_number' | 'sealed_grant' | 'grant_revision'
>;

/** A new grant that replaces the account's grant of revision `grant_revision`. */
interface NewGrant extends GivenUpGrant, Pick<HeldGrant, 'consent_number' | 'grant_revision'> {
  readonly account_id: string;
  readonly environment: Environment;
}

interface Renewal {
  readonly accountId: string;
  readonly grantRevision: number;
  /** Identifies the attempt of one process to renew the grant. */
  readonly id: string;
  readonly now: number;
  /** No other process renews the grant until this time, in milliseconds since the epoch. */
  readonly until: number;
}

interface AccountOfApplication {
  readonly clientId: string;
  readonly accountId: string;
}

/** Creates the statements for the status of connected accounts, and for their grants while they are in use. */
export function createGrantStatements(database: Kysely<Database>) {
  return {
    findGrant: (accountId: string): Promise<HeldGrant | undefined> =>
      database
        .selectFrom('accounts')
        .select(['status', 'consent_number', 'sealed_grant', 'grant_revision'])
        .where('id', '=', accountId)
        .where('disconnected_at', 'is', null)
        .where(belongsToLive('accounts.client_id'))
        .executeTakeFirst(),
    /**
     * Takes the right to renew a grant. If the process dies, another process can take the right after `until`.
     *
     * @returns false when another process holds the right, or the grant has been replaced
     */
    async startRenewal({ accountId, grantRevision, id, now, until }: Renewal): Promise<boolean> {
      const taken = await database
        .updateTable('accounts')
        .set({ renewal_id: id, renewal_until: until })
        .where('id', '=', accountId)
        .where('disconnected_at', 'is', null)
        .where('grant_revision', '=', grantRevision)
        // A time too far ahead is of a process whose clock was wrong.
        .where(({ or, eb }) =>
          or([eb('renewal_until', '<=', now), eb('renewal_until', '>', findLatest(now))]),
        )
        .returning('id')
        .execute();
      return taken.length > 0;
    },
    /** Gives back the right to renew a grant. */
    async endRenewal(accountId: string, id: string): Promise<void> {
      await database
        .updateTable('accounts')
        .set({ renewal_id: null, renewal_until: 0 })
        .where('id', '=', accountId)
        .where('renewal_id', '=', id)
        .execute();
    },
    /** Replaces a grant, unless its revision has changed. A new grant that no connection uses is revoked. */
    replaceGrant: (grant: NewGrant): Promise<void> => replaceGrant(database, grant),
    /**
     * Sets the account's status to `login_required`.
     *
     * @param seen - the grant revision that the provider refused; undefined for any revision
     * @returns false when the account is not connected, already requires a login, or has a newer grant
     */
    requireLogin: (account: AccountOfApplication, now: number, seen?: number): Promise<boolean> =>
      inTransaction(database, (transaction) => requireLogin(transaction, account, { now, seen })),
  };
}

async function requireLogin(
  transaction: Kysely<Database>,
  { clientId, accountId }: AccountOfApplication,
  { now, seen }: { readonly now: number; readonly seen: number | undefined },
): Promise<boolean> {
  const healthy = transaction
    .updateTable('accounts')
    .set({ status: 'login_required', status_since: now })
    .where('id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('disconnected_at', 'is', null)
    .where('status', '=', 'active')
    .where(belongsToLive('accounts.client_id'))
    .returning(['provider_id', ...ownIdColumns]);
  const refused = seen === undefined ? healthy : healthy.where('grant_revision', '=', seen);
  const [account] = await refused.execute();
  if (!account) return false;
  const { provider_id } = account;
  const data = { account_id: accountId, provider_id, ...toOwnEventData(account) };
  await addEvents(transaction, [{ clientId, type: 'connection.login_required', data }], now);
  return true;
}

/**
 * Replaces the grant of an account, unless another process has replaced it. If the other process renewed the grant of
 * the same connection, the new grant is dropped without revoking it: at some providers, a revocation would also end the
 * stored grant. If the connection has ended or the person has connected again, the new grant is unused and is revoked.
 */
function replaceGrant(
  database: Kysely<Database>,
  { account_id, grant_revision, consent_number, ...grant }: NewGrant,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const replaced = await transaction
      .updateTable('accounts')
      .set({ sealed_grant: grant.sealed_grant, renewal_id: null, renewal_until: 0 })
      .set({ grant_revision: sql`grant_revision + 1` })
      .where('id', '=', account_id)
      .where('grant_revision', '=', grant_revision)
      .where('disconnected_at', 'is', null)
      .returning('id')
      .execute();
    if (replaced.length > 0) return;
    const same = await transaction
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account_id)
      .where('disconnected_at', 'is', null)
      .where('consent_number', '=', consent_number)
      .where('status', '<>', 'expired')
      .execute();
    if (same.length === 0) await addRevocations(transaction, [grant]);
  });
}

/** The last account of a batch. The next batch starts after it. */
interface AccountKey {
  readonly provider_id: string;
  readonly username: string;
}

/**
 * Deletes the accounts of a deleted application, each after its tokens. Each batch starts after the last account of the
 * previous batch, because PostgreSQL would otherwise scan the index entries of deleted rows again.
 */
export async function purgeAccounts(purge: Purge, clientId: string): Promise<void> {
  let last: AccountKey = { provider_id: '', username: '' };
  while (!purge.signal?.aborted) {
    const accounts = await listAccounts(purge, clientId, last);
    const end = accounts.at(-1);
    if (!end) return;
    last = end;
    const ids = accounts.map(({ id }) => id);
    // An account has a token for each time that its person connected, so tokens are deleted in batches, too.
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
