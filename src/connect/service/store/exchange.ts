import { type Kysely, sql, type Transaction } from 'kysely';
import { type ExchangeOutcome, type ExchangeRequest, refuseStranger } from './codes.ts';
import { hasConsentEnded } from './consent-order.ts';
import { addEvents } from './events.ts';
import { createJoiner } from './joiner.ts';
import { addRevocations } from './revocations.ts';
import type { Database } from './schema.ts';

/** What the exchange must know of its database. */
export interface ExchangeEngine {
  /** Whether the database locks rows. SQLite has one writer instead. */
  readonly hasRowLocks: boolean;
  /** How many transactions exchange codes at once. */
  readonly concurrency: number;
  /** The connection broke, so that the transaction may or may not have been committed. */
  isConnectionLost(error: unknown): boolean;
  /** One code of several failed, for example because another transaction has locked it. */
  isPartialFailure(error: unknown): boolean;
}

/** An account has so many live tokens of an application. The next one ends the oldest. */
const maxLiveTokens = 10;

/** Few, because another process that exchanges codes of the same account waits for all of them. */
const maxJoined = 16;

/** More than an account can have. SQLite has no offset without a limit. */
const allTokens = 1000;

/**
 * Exchanges codes. Requests of one application that wait meanwhile share a transaction, so that they wait for
 * the disk once. Another application has its own, because rows that are locked delay a transaction.
 */
export function createExchange(database: Kysely<Database>, engine: ExchangeEngine) {
  const { hasRowLocks, concurrency, isConnectionLost, isPartialFailure } = engine;
  const exchangeAll = (requests: readonly ExchangeRequest[]) =>
    database.transaction().execute(async (transaction) => {
      if (hasRowLocks) await lockRows(transaction, requests);
      const outcomes: (ExchangeOutcome | undefined)[] = [];
      for (const request of requests) {
        // Getting the connection and the locks may have taken seconds.
        const isWanted = !request.caller.aborted;
        outcomes.push(isWanted ? await exchange(transaction, request) : undefined);
      }
      return outcomes;
    });
  return createJoiner<ExchangeRequest, ExchangeOutcome>(
    async (requests) => {
      try {
        return await exchangeAll(requests);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        // The first try may have been committed. The second one finds the token that it has stored.
        return await exchangeAll(requests);
      }
    },
    {
      name: 'exchange codes',
      max: maxJoined,
      concurrency,
      isAbandoned: ({ caller }) => caller.aborted,
      isPartial: isPartialFailure,
      ...(hasRowLocks ? { laneOf: ({ clientId }: ExchangeRequest) => clientId } : {}),
    },
  );
}

/**
 * Locks what the requests of one application change: the application, the codes by hash, the accounts by key.
 * Each other transaction keeps this order, so two of them never wait for each other.
 */
async function lockRows(
  transaction: Transaction<Database>,
  requests: readonly ExchangeRequest[],
): Promise<void> {
  const clientId = requests[0]?.clientId ?? '';
  const hashes = requests.map(({ codeHash }) => codeHash);
  await sql`SET LOCAL lock_timeout = '1s'`.execute(transaction);
  await sql`SELECT FROM applications WHERE client_id = ${clientId} FOR KEY SHARE`.execute(
    transaction,
  );
  await sql`SELECT FROM codes WHERE code_hash = ANY (${hashes}) AND client_id = ${clientId}
    ORDER BY code_hash FOR UPDATE`.execute(transaction);
  await sql`SELECT FROM accounts JOIN codes USING (client_id, provider_id, username)
    WHERE code_hash = ANY (${hashes}) AND client_id = ${clientId}
    ORDER BY client_id, provider_id, username FOR UPDATE OF accounts`.execute(transaction);
}

/**
 * Exchanges one code, once. The account stands on the newest consent that has been exchanged. The code of an
 * older one gives a token of the account as it stands, and its grant is given up.
 */
async function exchange(
  transaction: Transaction<Database>,
  request: ExchangeRequest,
): Promise<ExchangeOutcome> {
  const { codeHash, tokenHash, now } = request;
  const code = await findCode(transaction, codeHash);
  if (!code) return { refusal: 'unknown code' };
  const refusal = refuseStranger(code, request);
  if (refusal) return { refusal };
  const connected = { accountId: code.account_id, providerId: code.provider_id, state: code.state };
  if (code.consumed_at !== null) {
    const isOwn = await hasToken(transaction, request);
    if (!isOwn) await revokeToken(transaction, codeHash, now);
    return isOwn ? connected : { refusal: 'replayed code', usedAt: code.consumed_at };
  }
  if (code.expires_at <= now) return { refusal: 'expired code' };
  if (hasConsentEnded(code, now)) return { refusal: 'ended consent' };

  const codes = transaction.updateTable('codes').where('code_hash', '=', codeHash);
  await codes.set({ consumed_at: now, sealed_grant: null }).execute();
  const isNewest = code.consent_number >= code.standing_number;
  const accounts = transaction.updateTable('accounts').where('id', '=', code.account_id);
  const standing = isNewest ? describeStanding(code, now) : {};
  await accounts.set({ last_exchange_at: now, ...standing }).execute();
  if (isNewest) await reportStanding(transaction, code, now);
  const lostGrant = isNewest && code.sealed_grant !== null ? code.held_grant : code.sealed_grant;
  if (lostGrant !== null) {
    const { client_id, environment, provider_id, username: subject } = code;
    const owner = { client_id, environment, provider_id, subject };
    await addRevocations(transaction, [{ ...owner, sealed_grant: lostGrant }]);
  }
  await endOldestTokens(transaction, code.account_id, now);
  await transaction
    .insertInto('tokens')
    .values({
      token_hash: tokenHash,
      account_id: code.account_id,
      code_hash: codeHash,
      issued_at: now,
      expires_at: request.tokenExpiresAt,
      environment: request.environment,
    })
    .execute();
  return connected;
}

type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/** Each Allow has added the row of its account, see `reserveAccount`. */
function findCode(transaction: Transaction<Database>, codeHash: string) {
  return transaction
    .selectFrom('codes')
    .innerJoin('applications', 'applications.client_id', 'codes.client_id')
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.client_id', '=', 'codes.client_id')
        .onRef('accounts.provider_id', '=', 'codes.provider_id')
        .onRef('accounts.username', '=', 'codes.username'),
    )
    .selectAll('codes')
    .select(['accounts.id as account_id', 'accounts.sealed_grant as held_grant'])
    .select(['accounts.consent_number as standing_number', 'accounts.first_consent'])
    .select(['accounts.account_label as known_label', 'accounts.status'])
    .select('accounts.disconnected_at')
    .where('code_hash', '=', codeHash)
    .where('applications.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** @returns the change of an account that stands on the consent of this code from now on */
function describeStanding(code: FoundCode, now: number) {
  const isNew = code.disconnected_at !== null;
  return {
    account_label: code.known_label ?? code.account_label,
    sealed_grant: code.sealed_grant ?? code.held_grant,
    grant_revision: sql<number>`grant_revision + 1`,
    shares: code.shares,
    consent_number: code.consent_number,
    consented_at: code.consented_at,
    consent_ends_at: code.consent_ends_at,
    consent_due_at: code.consent_due_at,
    status: 'active' as const,
    disconnected_at: null,
    ...(isNew ? { connected_at: now } : {}),
    ...(isNew || code.status !== 'active' ? { status_since: now } : {}),
  };
}

async function reportStanding(
  transaction: Transaction<Database>,
  { client_id: clientId, account_id, provider_id, session_id, ...before }: FoundCode,
  now: number,
): Promise<void> {
  const data = { account_id, provider_id };
  if (before.disconnected_at !== null) {
    const created = session_id === null ? data : { ...data, session_id };
    await addEvents(transaction, [{ clientId, type: 'connection.created', data: created }], now);
  } else if (before.status !== 'active') {
    await addEvents(transaction, [{ clientId, type: 'connection.restored', data }], now);
  }
}

async function endOldestTokens(
  transaction: Transaction<Database>,
  accountId: string,
  now: number,
): Promise<void> {
  const surplus = transaction
    .selectFrom('tokens')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('issued_at', 'desc')
    .limit(allTokens)
    .offset(maxLiveTokens - 1);
  const tokens = transaction.updateTable('tokens').set({ revoked_at: now });
  await tokens.where('token_hash', 'in', surplus).execute();
}

/** @returns true when this exchange has succeeded, and only its answer was lost with the connection */
async function hasToken(
  transaction: Transaction<Database>,
  { codeHash, tokenHash }: ExchangeRequest,
): Promise<boolean> {
  const tokens = transaction.selectFrom('tokens').select('token_hash');
  const own = tokens.where('code_hash', '=', codeHash).where('token_hash', '=', tokenHash);
  return (await own.executeTakeFirst()) !== undefined;
}

/**
 * A code that is used twice may have been stolen.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
async function revokeToken(
  transaction: Transaction<Database>,
  codeHash: string,
  now: number,
): Promise<void> {
  const tokens = transaction.updateTable('tokens').set({ revoked_at: now });
  await tokens.where('code_hash', '=', codeHash).where('revoked_at', 'is', null).execute();
}
