import { sql, type Transaction } from 'kysely';
import type { AccountStatus } from '../../shapes/unions.ts';
import { type OwnIdColumns, toOwnEventData } from '../applications/own-ids.ts';
import { addEvents, type NewEvent } from '../events/events.ts';
import { addRevocations } from '../providers/revocations.ts';
import type { Database } from '../store/schema.ts';
import type {} from './codes-table.ts';
import type { ExchangeRequest } from './exchange-request.ts';

/** The maximum number of an account's live tokens. The next one ends the oldest. */
const maxLiveTokens = 10;

export type FoundCode = Awaited<ReturnType<typeof findCodes>>[number];

/** Every code has the row of its account, because the consent reserved it, see `reserveAccount`. */
export function findCodes(
  transaction: Transaction<Database>,
  requests: readonly ExchangeRequest[],
) {
  const hashes = requests.map(({ codeHash }) => codeHash);
  return transaction
    .selectFrom('codes')
    .innerJoin('applications', 'applications.client_id', 'codes.client_id')
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.client_id', '=', 'codes.client_id')
        .onRef('accounts.provider_id', '=', 'codes.provider_id')
        .onRef('accounts.username', '=', 'codes.username'),
    )
    .leftJoin('connect_sessions', 'connect_sessions.session_id', 'codes.session_id')
    .selectAll('codes')
    .select(['connect_sessions.client_user_id', 'connect_sessions.tags'])
    .select(['accounts.client_user_id as known_user_id', 'accounts.tags as known_tags'])
    .select(['accounts.id as account_id', 'accounts.sealed_grant as held_grant'])
    .select(['accounts.consent_number as standing_number', 'accounts.first_consent'])
    .select(['accounts.account_label as known_label', 'accounts.status'])
    .select('accounts.disconnected_at')
    .where('codes.code_hash', 'in', hashes)
    .where('applications.deleted_at', 'is', null)
    .execute();
}

/** The state of an account while its codes are exchanged. */
export interface Account {
  standing: number;
  readonly firstConsent: number;
  label: string | null;
  grant: string | null;
  status: AccountStatus;
  isConnected: boolean;
  ownIds: OwnIdColumns;
}

export const toAccount = (code: FoundCode): Account => ({
  standing: code.standing_number,
  firstConsent: code.first_consent,
  label: code.known_label,
  grant: code.held_grant,
  status: code.status,
  isConnected: code.disconnected_at === null,
  ownIds: { client_user_id: code.known_user_id, tags: code.known_tags },
});

/** The change that an exchange makes, besides the code and the token. */
export interface Change {
  readonly request: ExchangeRequest;
  readonly code: FoundCode;
  /** Undefined when the account already uses a newer consent and stays unchanged. */
  readonly standing: (ReturnType<typeof describeStanding> & OwnIdColumns) | undefined;
  /**
   * The grant that is given up: the account's previous one, or the code's when the account does not take it. Null
   * without such a grant.
   */
  readonly lostGrant: string | null;
  /** The own IDs of the token. */
  readonly ownIds: OwnIdColumns;
  readonly event: 'connection.created' | 'connection.restored' | undefined;
}

/**
 * The newest exchanged consent is the one in use. A code of an older consent gives a token but leaves the account
 * unchanged.
 */
export function change(code: FoundCode, account: Account, request: ExchangeRequest): Change {
  const { client_user_id, tags } = code;
  const hasOwnIds = client_user_id !== null || tags !== null;
  const ownIds = hasOwnIds ? { client_user_id, tags } : account.ownIds;
  if (code.consent_number < account.standing) {
    const { sealed_grant: lostGrant } = code;
    return { request, code, standing: undefined, lostGrant, ownIds, event: undefined };
  }
  const isRestored = account.isConnected && account.status !== 'active';
  const event = account.isConnected ? undefined : ('connection.created' as const);
  const lostGrant = code.sealed_grant === null ? null : account.grant;
  const standing = { ...describeStanding(code, account, request.now), ...ownIds };
  account.standing = code.consent_number;
  account.label = standing.account_label;
  account.grant = standing.sealed_grant;
  account.status = 'active';
  account.isConnected = true;
  account.ownIds = ownIds;
  const happened = isRestored ? 'connection.restored' : event;
  return { request, code, standing, lostGrant, ownIds, event: happened };
}

/** @returns the columns of an account once it uses the consent of this code */
function describeStanding(code: FoundCode, account: Account, now: number) {
  return {
    account_label: account.label ?? code.account_label,
    sealed_grant: code.sealed_grant ?? account.grant,
    grant_revision: sql<number>`grant_revision + 1`,
    shares: code.shares,
    consent_number: code.consent_number,
    consented_at: code.consented_at,
    consent_ends_at: code.consent_ends_at,
    consent_due_at: code.consent_due_at,
    status: 'active' as const,
    disconnected_at: null,
    ...(account.isConnected ? {} : { connected_at: now }),
    ...(account.isConnected && account.status === 'active' ? {} : { status_since: now }),
  };
}

export async function write(
  transaction: Transaction<Database>,
  changes: readonly Change[],
): Promise<void> {
  const now = Math.max(...changes.map(({ request }) => request.now));
  const codes = transaction.updateTable('codes').set({ consumed_at: now, sealed_grant: null });
  await codes
    .where(
      'code_hash',
      'in',
      changes.map(({ code }) => code.code_hash),
    )
    .execute();
  await writeAccounts(transaction, changes);
  const lost = changes.flatMap(({ code, lostGrant: sealed_grant }) => {
    const { client_id, environment, provider_id, username: subject } = code;
    return sealed_grant === null
      ? []
      : [{ client_id, environment, provider_id, subject, sealed_grant }];
  });
  if (lost.length > 0) await addRevocations(transaction, lost);
  await addEvents(transaction, changes.flatMap(describeEvent), now);
  const tokens = changes.map(({ request, code, ownIds }) => ({
    ...ownIds,
    token_hash: request.tokenHash,
    account_id: code.account_id,
    code_hash: code.code_hash,
    issued_at: request.now,
    expires_at: request.tokenExpiresAt,
    environment: request.environment,
  }));
  await transaction.insertInto('tokens').values(tokens).execute();
  await endOldestTokens(
    transaction,
    changes.map(({ code }) => code.account_id),
    now,
  );
}

/** Writes one statement for each account. When several codes belong to one account, the last change is stored. */
async function writeAccounts(
  transaction: Transaction<Database>,
  changes: readonly Change[],
): Promise<void> {
  const rows = new Map<string, object>();
  for (const { code, standing, request } of changes) {
    const row = { ...rows.get(code.account_id), ...standing, last_exchange_at: request.now };
    rows.set(code.account_id, row);
  }
  for (const [id, row] of rows) {
    await transaction.updateTable('accounts').set(row).where('id', '=', id).execute();
  }
}

function describeEvent({ code, ownIds, event }: Change): readonly NewEvent[] {
  const { client_id: clientId, account_id, provider_id, session_id } = code;
  const data = { account_id, provider_id, ...toOwnEventData(ownIds) };
  if (event === 'connection.restored') return [{ clientId, type: event, data }];
  if (event === undefined) return [];
  return [{ clientId, type: event, data: session_id === null ? data : { ...data, session_id } }];
}

async function endOldestTokens(
  transaction: Transaction<Database>,
  accountIds: readonly string[],
  now: number,
): Promise<void> {
  await sql`UPDATE tokens SET revoked_at = ${now} WHERE token_hash IN (
    SELECT token_hash FROM (
      SELECT token_hash, row_number() OVER (PARTITION BY account_id ORDER BY issued_at DESC) AS place
      FROM tokens WHERE account_id IN (${sql.join(accountIds)}) AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${now})
    ) AS numbered WHERE place > ${maxLiveTokens})`.execute(transaction);
}

/**
 * Ends the tokens of codes that are used twice, because such a code may have been stolen. If the token is the one
 * of this request, the exchange has already succeeded, and only its response was lost.
 *
 * @returns the hashes of the ended tokens
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
export async function endReplayed(
  transaction: Transaction<Database>,
  requests: readonly ExchangeRequest[],
): Promise<ReadonlySet<string>> {
  if (requests.length === 0) return new Set();
  const tokens = transaction.selectFrom('tokens').select('token_hash');
  const wanted = requests.map(({ tokenHash }) => tokenHash);
  const own = new Set(
    (await tokens.where('token_hash', 'in', wanted).execute()).map((row) => row.token_hash),
  );
  const replayed = requests.filter(({ tokenHash }) => !own.has(tokenHash));
  if (replayed.length === 0) return own;
  const ended = transaction
    .updateTable('tokens')
    .set({ revoked_at: Math.max(...replayed.map(({ now }) => now)) })
    .where('revoked_at', 'is', null);
  await ended
    .where(
      'code_hash',
      'in',
      replayed.map(({ codeHash }) => codeHash),
    )
    .execute();
  return own;
}
