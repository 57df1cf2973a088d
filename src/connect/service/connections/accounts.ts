import {
  type InferResult,
  type Insertable,
  type Kysely,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely';
import type { AccountStatus, Disconnector } from '../../shapes/unions.ts';
import { belongsToLive, publicClientId } from '../applications/application-tables.ts';
import {
  matchOwnIds,
  type OwnIds,
  ownIdColumns,
  readOwnIds,
  toOwnEventData,
} from '../applications/own-ids.ts';
import { createSecret } from '../basics/secrets.ts';
import { addEvents } from '../events/events.ts';
import { giveUpCodes } from '../providers/abandoned-grants.ts';
import { giveUpGrants } from '../providers/revocations.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';
import { createAccessStatements } from './accesses.ts';
import { createGrantStatements } from './account-grants.ts';
import type {} from './connection-tables.ts';

/** The account of an access token. Times are milliseconds since the epoch. */
export type TokenOwner = NonNullable<Awaited<ReturnType<ReturnType<typeof createTokenLookup>>>>;

/** The provider, and the person's ID there, of an account that a flow connects again. */
export type ConnectedOwner = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createAccountStore>['findOwner']>>
>;

interface Disconnection {
  readonly clientId: string;
  readonly accountId: string;
  readonly by: Disconnector;
}

/** Chooses a page of an application's connected accounts. */
export interface AccountQuery {
  /** An account ID or a provider ID; an empty string matches all accounts. */
  readonly search: string;
  /** Undefined for accounts of any status. */
  readonly status?: AccountStatus | undefined;
  /** The application's own IDs of a person; undefined for all accounts. */
  readonly ownIds?: OwnIds | undefined;
  /** The last account ID of the previous page; an empty string for the first page. */
  readonly after: string;
  readonly count: number;
}

/** The start of every account ID, which distinguishes account IDs from other IDs. */
export const accountIdPrefix = 'account_';

export function createAccountStore(database: Kysely<Database>) {
  return {
    ...createGrantStatements(database),
    ...createAccessStatements(database),
    findByToken: createTokenLookup(database),
    /** Disconnects an account: ends its tokens and queues its grant's revocation. False when it was not connected. */
    disconnect: (account: Disconnection, now: number): Promise<boolean> =>
      inTransaction(database, (transaction) => disconnect(transaction, account, now)),
    /** Revokes a token, if it belongs to this application. */
    async revokeToken(
      { clientId, tokenHash }: Record<'clientId' | 'tokenHash', string>,
      now: number,
    ): Promise<void> {
      const isOwn = sql<SqlBool>`EXISTS (SELECT id FROM accounts
        WHERE accounts.id = tokens.account_id AND accounts.client_id = ${clientId})`;
      const tokens = database.updateTable('tokens').set({ revoked_at: now });
      const live = tokens.where('token_hash', '=', tokenHash).where('revoked_at', 'is', null);
      await live.where(isOwn).execute();
    },
    /** Finds an account to connect again. Undefined when the account is not connected to the application. */
    findOwner: (clientId: string, accountId: string) =>
      database
        .selectFrom('accounts')
        .select(['provider_id', 'username as subject'])
        .where('id', '=', accountId)
        .where('client_id', '=', clientId)
        .where('disconnected_at', 'is', null)
        .where(belongsToLive('accounts.client_id'))
        .executeTakeFirst(),
    async list(clientId: string, { search, status, ownIds, after, count }: AccountQuery) {
      let accounts = database
        .selectFrom('accounts')
        .select(['id as account_id', 'provider_id', 'connected_at', 'last_exchange_at'])
        .select(['status', 'status_since', ...ownIdColumns])
        .where('client_id', '=', clientId)
        .where('disconnected_at', 'is', null)
        .where('id', '>', after)
        .where(belongsToLive('accounts.client_id'))
        .orderBy('id')
        .limit(count);
      // The status is a literal, because a partial index matches a literal but not a parameter.
      if (status) accounts = accounts.where('status', '=', sql.lit(status));
      const column = search.startsWith(accountIdPrefix) ? 'id' : 'provider_id';
      if (search !== '') accounts = accounts.where(column, '=', search);
      if (ownIds) accounts = accounts.where(matchOwnIds('accounts', ownIds));
      return (await accounts.execute()).map((row) => ({ ...row, ...readOwnIds(row) }));
    },
  };
}

/**
 * Finds the account of a token. The query is compiled once, because every request with a token uses it.
 *
 * @returns the account, with the status `expired` when its consent has ended; undefined when the token is unknown or
 *   revoked, its account is disconnected, or the application's environment has changed since the token was issued
 */
function createTokenLookup(database: Kysely<Database>) {
  const query = database
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .innerJoin('applications', 'applications.client_id', 'accounts.client_id')
    .leftJoin('provider_switches as switch', 'switch.provider_id', 'accounts.provider_id')
    .select(['accounts.id as account_id', 'accounts.client_id', 'accounts.provider_id'])
    .select(['applications.environment', 'accounts.connected_at', 'accounts.username as subject'])
    .select(['tokens.issued_at', 'tokens.expires_at', 'tokens.client_user_id', 'tokens.tags'])
    .select(['accounts.status', 'accounts.status_since', 'accounts.last_used_at'])
    .select(['accounts.shares', 'accounts.consented_at', 'accounts.consent_number'])
    .select(['accounts.consent_ends_at', 'accounts.sealed_grant', 'accounts.grant_revision'])
    .select(['switch.state as provider_state', publicClientId.as('public_client_id')])
    .where('tokens.token_hash', '=', '')
    .where('tokens.revoked_at', 'is', null)
    // This means `disconnected_at IS NULL`. For that form, PostgreSQL without statistics would scan the whole index of
    // connected accounts.
    .where(sql<SqlBool>`coalesce(accounts.disconnected_at, 0) = 0`)
    .where('applications.deleted_at', 'is', null)
    .whereRef('tokens.environment', '=', 'applications.environment')
    .compile();
  type Row = InferResult<typeof query>[number];
  return async (tokenHash: string, now: number) => {
    const found = { ...query, parameters: [tokenHash] };
    const [row] = (await database.executeQuery<Row>(found)).rows;
    if (!row) return undefined;
    const { consent_ends_at: endsAt, expires_at } = row;
    // The consent may have ended although the sweep has not marked the account as expired yet.
    const isEnded = endsAt !== null && endsAt <= now;
    return {
      ...row,
      ...readOwnIds(row),
      isOver: expires_at !== null && expires_at <= now,
      status: isEnded ? ('expired' as const) : row.status,
      status_since: isEnded ? endsAt : row.status_since,
    };
  };
}

/**
 * Disconnects an account. The codes are locked before their account, as in an exchange. When both run at once, the
 * later one decides. A separate statement revokes the tokens, so that it also sees the token of an exchange that held
 * the locks before.
 */
async function disconnect(
  transaction: Transaction<Database>,
  { clientId, accountId, by }: Disconnection,
  now: number,
): Promise<boolean> {
  await endConsents(transaction, { clientId, accountId, by });
  const [account] = await transaction
    .updateTable('accounts')
    .set({ disconnected_at: now, disconnected_by: by, consent_due_at: null })
    .where('id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('disconnected_at', 'is', null)
    .where(belongsToLive('accounts.client_id'))
    .returning(['client_id', 'provider_id', 'username as subject', 'sealed_grant'])
    .returning(ownIdColumns)
    .execute();
  if (!account) return false;
  await transaction
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
  const { provider_id } = account;
  const data = { account_id: accountId, provider_id, by, ...toOwnEventData(account) };
  await addEvents(transaction, [{ clientId, type: 'connection.disconnected', data }], now);
  if (account.sealed_grant === null) return true;
  const accounts = transaction.updateTable('accounts').set({ sealed_grant: null });
  await accounts.where('id', '=', accountId).execute();
  await giveUpGrants(transaction, [account]);
  return true;
}

/**
 * Ends consents of an account and invalidates their codes. An application ends only the consent in use and older
 * consents, because the code of a newer consent may not be exchanged yet. The person and the operator end every
 * consent, even while the account is not connected, because a code must not restore what they ended.
 */
async function endConsents(
  transaction: Transaction<Database>,
  { clientId, accountId, by }: Disconnection,
): Promise<void> {
  const account = await transaction
    .selectFrom('accounts')
    .select(['provider_id', 'username', 'consent_count', 'consent_number'])
    .where('id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!account) return;
  const { provider_id, username } = account;
  const last = by === 'application' ? account.consent_number : account.consent_count;
  await giveUpCodes(transaction, { client_id: clientId, provider_id, username }, last);
  const accounts = transaction.updateTable('accounts').set({ first_consent: last + 1 });
  await accounts.where('id', '=', accountId).where('first_consent', '<=', last).execute();
}

/**
 * Adds the row of an account before the first exchange connects it, because the consent's record and the session's
 * backend need its ID earlier.
 *
 * @returns the account's ID and the number of this consent; undefined when the application has been deleted
 */
export async function reserveAccount(
  transaction: Kysely<Database>,
  {
    client_id,
    provider_id,
    username,
    consented_at,
  }: Pick<Insertable<Database['codes']>, 'client_id' | 'provider_id' | 'username' | 'consented_at'>,
): Promise<{ readonly id: string; readonly consent_number: number } | undefined> {
  const id = accountIdPrefix + createSecret().slice(0, 32);
  const { rows } = await sql<{ readonly id: string; readonly consent_number: number }>`
    INSERT INTO accounts (id, client_id, provider_id, username, connected_at, last_exchange_at,
      disconnected_at, consent_count)
    SELECT ${id}, client_id, ${provider_id}, ${username}, 0, 0, CAST(${consented_at} AS bigint), 1
    FROM applications WHERE client_id = ${client_id} AND deleted_at IS NULL
    ON CONFLICT (client_id, provider_id, username) DO UPDATE SET
      consent_count = accounts.consent_count + 1,
      disconnected_at = CASE WHEN accounts.connected_at = 0 THEN excluded.disconnected_at
        ELSE accounts.disconnected_at END
    RETURNING id, consent_count AS consent_number`.execute(transaction);
  return rows[0];
}
