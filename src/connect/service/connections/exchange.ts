import { type Kysely, sql, type Transaction } from 'kysely';
import { createJoiner } from '../store/joiner.ts';
import type { TransactionTraits } from '../store/opened-database.ts';
import type { Database } from '../store/schema.ts';
import { hasConsentEnded } from './consent-order.ts';
import {
  type Account,
  type Change,
  change,
  endReplayed,
  type FoundCode,
  findCodes,
  toAccount,
  write,
} from './exchange-changes.ts';
import {
  type ExchangeOutcome,
  type ExchangeRefusal,
  type ExchangeRequest,
  refuseStranger,
} from './exchange-request.ts';

/**
 * The maximum is small, because other processes that exchange codes of the same accounts wait for the whole group.
 */
const maxJoined = 32;

/**
 * Exchanges codes. Requests of one application that wait at the same time share a transaction: they share its
 * statements and one wait for the disk. Each application has a separate transaction, so that rows locked by one do
 * not delay another.
 */
export function createExchange(database: Kysely<Database>, traits: TransactionTraits) {
  const { hasRowLocks, concurrency, isConnectionLost, isPartialFailure } = traits;
  const exchangeTogether = async (requests: readonly ExchangeRequest[]) => {
    const exchanged = await database.transaction().execute(async (transaction) => {
      if (hasRowLocks) await lockRows(transaction, requests);
      // Getting the connection and the locks may have taken seconds, so some callers may have disconnected.
      const wanted = requests.filter(({ caller }) => !caller.aborted);
      return new Map(await exchange(transaction, wanted));
    });
    return requests.map((request) => exchanged.get(request));
  };
  return createJoiner<ExchangeRequest, ExchangeOutcome>(
    async (requests) => {
      try {
        return await exchangeTogether(requests);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        // The first attempt may have been committed. Then the second one finds the token that the first one stored.
        return await exchangeTogether(requests);
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
 * Locks the rows that the requests of one application change: the application, the codes by hash, the accounts by
 * key. All transactions lock in this order, so that two of them never deadlock.
 */
async function lockRows(
  transaction: Transaction<Database>,
  requests: readonly ExchangeRequest[],
): Promise<void> {
  const clientId = requests[0]?.clientId ?? '';
  const hashes = requests.map(({ codeHash }) => codeHash);
  await sql`SELECT set_config('lock_timeout', '1s', true) FROM applications
    WHERE client_id = ${clientId} FOR KEY SHARE`.execute(transaction);
  await sql`SELECT FROM codes WHERE code_hash = ANY (${hashes}) AND client_id = ${clientId}
    ORDER BY code_hash FOR UPDATE`.execute(transaction);
  await sql`SELECT FROM accounts JOIN codes USING (client_id, provider_id, username)
    WHERE code_hash = ANY (${hashes}) AND client_id = ${clientId}
    ORDER BY client_id, provider_id, username FOR UPDATE OF accounts`.execute(transaction);
}

/** A request, and the result of its exchange. */
type Exchanged = readonly [ExchangeRequest, ExchangeOutcome];

/**
 * Exchanges each code once. It reads all rows, decides about one code after another, and writes all changes
 * together.
 */
async function exchange(
  transaction: Transaction<Database>,
  requests: readonly ExchangeRequest[],
): Promise<readonly Exchanged[]> {
  if (requests.length === 0) return [];
  const codes = new Map(
    (await findCodes(transaction, requests)).map((code) => [code.code_hash, code]),
  );
  const accounts = new Map([...codes.values()].map((code) => [code.account_id, toAccount(code)]));
  const changes: Change[] = [];
  const outcomes: Exchanged[] = [];
  const replays: ExchangeRequest[] = [];
  for (const request of requests) {
    const code = codes.get(request.codeHash);
    const account = code && accounts.get(code.account_id);
    const refusal = code && account ? refuse(code, account, request) : 'unknown code';
    if (refusal === 'replayed code') replays.push(request);
    if (!code || !account || refusal) {
      outcomes.push([request, describeRefusal(refusal ?? 'unknown code', code)]);
      continue;
    }
    changes.push(change(code, account, request));
    code.consumed_at = request.now;
    outcomes.push([request, describe(code)]);
  }
  if (changes.length > 0) await write(transaction, changes);
  const own = await endReplayed(transaction, replays);
  return outcomes.map(([request, outcome]) => {
    const code = codes.get(request.codeHash);
    return [request, code && own.has(request.tokenHash) ? describe(code) : outcome];
  });
}

function describe({ account_id, provider_id, state }: FoundCode): ExchangeOutcome {
  return { accountId: account_id, providerId: provider_id, state };
}

function describeRefusal(refusal: ExchangeRefusal, code: FoundCode | undefined): ExchangeOutcome {
  if (refusal !== 'replayed code') return { refusal };
  return { refusal, usedAt: code?.consumed_at ?? 0 };
}

/** @returns why the code gives no token; undefined when it gives one */
function refuse(
  code: FoundCode,
  { firstConsent: first_consent }: Account,
  request: ExchangeRequest,
): ExchangeRefusal | undefined {
  const refusal = refuseStranger(code, request);
  if (refusal) return refusal;
  if (code.consumed_at !== null) return 'replayed code';
  if (code.expires_at <= request.now) return 'expired code';
  return hasConsentEnded({ ...code, first_consent }, request.now) ? 'ended consent' : undefined;
}
