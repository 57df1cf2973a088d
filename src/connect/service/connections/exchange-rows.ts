import { type Expression, type Insertable, type SqlBool, sql, type Transaction } from 'kysely';
import { type OwnIdColumns, toOwnEventData } from '../applications/own-ids.ts';
import { addEvents, type NewEvent } from '../events/events.ts';
import { addRevocations } from '../providers/revocations.ts';
import type { Database } from '../store/schema.ts';
import type {} from './connection-tables.ts';
import type { ExchangeRequest } from './exchange-request.ts';

/** The maximum number of an account's live tokens. The next token ends the oldest token. */
const maxLiveTokens = 10;

const writtenValues = Object.fromEntries(
  [
    ...['client_user_id', 'tags', 'account_label', 'connected_at', 'last_exchange_at'],
    ...['disconnected_at', 'sealed_grant', 'grant_revision', 'status', 'status_since', 'shares'],
    ...['consent_number', 'consented_at', 'consent_ends_at', 'consent_due_at'],
  ].map((column) => [column, sql.ref(`excluded.${column}`)]),
);

/**
 * Locks the rows that the requests of one application change: the application, the codes by hash, the accounts by key.
 * Every transaction locks in this order, so that two of them never deadlock. The queries are nested, because PostgreSQL
 * then has to lock the rows of an inner query before those of an outer one.
 */
export async function lockRows(
  transaction: Transaction<Database>,
  requests: readonly ExchangeRequest[],
): Promise<void> {
  const clientId = requests[0]?.clientId ?? '';
  const hashes = requests.map(({ codeHash }) => codeHash);
  await sql`SELECT FROM accounts WHERE id = ANY (ARRAY(
    SELECT accounts.id FROM codes JOIN accounts USING (client_id, provider_id, username)
    WHERE code_hash = ANY (${hashes}) AND codes.client_id = (
      SELECT client_id FROM applications WHERE client_id = ${clientId}
        AND set_config('lock_timeout', '1s', true) IS NOT NULL FOR KEY SHARE)
    ORDER BY code_hash FOR UPDATE OF codes))
  ORDER BY client_id, provider_id, username FOR UPDATE`.execute(transaction);
}

export type FoundCode = Awaited<ReturnType<typeof findCodes>>[number];

/** Finds the codes with their accounts. The consent of every code has reserved one, see `reserveAccount`. */
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
    .select(['accounts.account_label as known_label', 'accounts.grant_revision'])
    .select(['accounts.status', 'accounts.status_since'])
    .select(['accounts.connected_at', 'accounts.disconnected_at'])
    .select(({ selectFrom }) =>
      selectFrom('tokens')
        .select((tokens) => tokens.fn.countAll<number>().as('count'))
        .whereRef('tokens.account_id', '=', 'accounts.id')
        .where(isLive(readTime(requests)))
        .$asScalar()
        .as('live_tokens'),
    )
    .where('codes.code_hash', 'in', hashes)
    .where('applications.deleted_at', 'is', null)
    .execute();
}

export type Account = ReturnType<typeof readAccount>;

export const readAccount = (code: FoundCode) => ({
  id: code.account_id,
  client_id: code.client_id,
  provider_id: code.provider_id,
  username: code.username,
  client_user_id: code.known_user_id,
  tags: code.known_tags,
  account_label: code.known_label,
  sealed_grant: code.held_grant,
  grant_revision: code.grant_revision,
  consent_number: code.standing_number,
  status: code.status,
  status_since: code.status_since,
  connected_at: code.connected_at,
  disconnected_at: code.disconnected_at,
});

const readTime = (requests: readonly ExchangeRequest[]): number =>
  Math.max(...requests.map(({ now }) => now));

const isLive = (now: number): Expression<SqlBool> =>
  sql`tokens.revoked_at IS NULL AND (tokens.expires_at IS NULL OR tokens.expires_at > ${now})`;

/** The exchange of one code for a token, and the changes to store. */
export interface Change {
  readonly request: ExchangeRequest;
  readonly code: FoundCode;
  /** Undefined when the account already uses a newer consent, so that its row stays unchanged. */
  readonly account: (Account & Insertable<Database['accounts']>) | undefined;
  /** A grant to revoke: the account's, if the code's replaces it; the code's, if a newer consent is in use; or null. */
  readonly lostGrant: string | null;
  /** The application's own IDs of the person, which the token gets. */
  readonly ownIds: OwnIdColumns;
  readonly event: 'connection.created' | 'connection.restored' | undefined;
}

export async function write(
  transaction: Transaction<Database>,
  changes: readonly Change[],
): Promise<void> {
  const now = readTime(changes.map(({ request }) => request));
  const used = changes.map(({ code }) => code.code_hash);
  const codes = transaction.updateTable('codes').set({ consumed_at: now, sealed_grant: null });
  await codes.where('code_hash', 'in', used).execute();
  await writeAccounts(transaction, changes, now);
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
  await endOldestTokens(transaction, changes, now);
}

/** Updates the accounts by one statement: the rows exist and are locked, so every insert becomes an update. */
async function writeAccounts(
  transaction: Transaction<Database>,
  changes: readonly Change[],
  now: number,
): Promise<void> {
  // When several codes belong to one account, the last row is stored.
  const rows = new Map(
    changes.flatMap(({ account }) => (account ? [[account.id, account] as const] : [])),
  );
  if (rows.size > 0) {
    await transaction
      .insertInto('accounts')
      .values([...rows.values()])
      .onConflict((conflict) => conflict.column('id').doUpdateSet(writtenValues))
      .execute();
  }
  const kept = changes.map(({ code }) => code.account_id).filter((id) => !rows.has(id));
  if (kept.length === 0) return;
  const accounts = transaction.updateTable('accounts').set({ last_exchange_at: now });
  await accounts.where('id', 'in', kept).execute();
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
  changes: readonly Change[],
  now: number,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { code } of changes) {
    counts.set(code.account_id, (counts.get(code.account_id) ?? code.live_tokens) + 1);
  }
  const full = [...counts].flatMap(([id, count]) => (count > maxLiveTokens ? [id] : []));
  if (full.length === 0) return;
  const issued = sql.join(changes.map(({ request }) => request.tokenHash));
  // New tokens come first whatever their time, because the clocks of processes differ, and may be set back.
  await sql`UPDATE tokens SET revoked_at = ${now} WHERE token_hash IN (
    SELECT token_hash FROM (
      SELECT token_hash, row_number() OVER (PARTITION BY account_id
        ORDER BY CASE WHEN token_hash IN (${issued}) THEN 0 ELSE 1 END, issued_at DESC) AS place
      FROM tokens WHERE account_id IN (${sql.join(full)}) AND ${isLive(now)}
    ) AS numbered WHERE place > ${maxLiveTokens})`.execute(transaction);
}

/**
 * Ends the tokens of codes that are used twice, because such a code may have been stolen (RFC 6749, section 4.1.2). If
 * the token of a request is already stored, an earlier attempt of the same request was committed, and only the
 * database's answer was lost.
 *
 * @returns the hashes of the requests' tokens that are already stored
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
  const codes = replayed.map(({ codeHash }) => codeHash);
  await transaction
    .updateTable('tokens')
    .set({ revoked_at: readTime(replayed) })
    .where('revoked_at', 'is', null)
    .where('code_hash', 'in', codes)
    .execute();
  return own;
}
