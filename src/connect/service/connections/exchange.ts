import type { Kysely, Transaction } from 'kysely';
import { areSameHashes } from '../basics/secrets.ts';
import { createJoiner } from '../store/joiner.ts';
import type { TransactionTraits } from '../store/opened-database.ts';
import type { Database } from '../store/schema.ts';
import { hasConsentEnded } from './connection-tables.ts';
import type { ExchangeOutcome, ExchangeRefusal, ExchangeRequest } from './exchange-request.ts';
import {
  type Account,
  type Change,
  endReplayed,
  type FoundCode,
  findCodes,
  lockRows,
  readAccount,
  write,
} from './exchange-rows.ts';

/** The maximum number of requests in a transaction. Other processes may wait for all of it, so it is small. */
const maxJoined = 32;

/**
 * Checks codes and consumes them in one transaction, so that at most one request for a code succeeds.
 *
 * Requests of one application that wait at the same time share a transaction, its statements and one wait for the disk.
 * Each application has a separate transaction, so that locked rows of one application do not delay another.
 */
export function createExchange(database: Kysely<Database>, traits: TransactionTraits) {
  const { hasRowLocks, concurrency, isConnectionLost, isPartialFailure } = traits;
  const exchangeTogether = async (requests: readonly ExchangeRequest[]) => {
    const exchanged = await database.transaction().execute(async (transaction) => {
      if (hasRowLocks) await lockRows(transaction, requests);
      // Getting the connection and the locks may have taken seconds. The codes of callers that have disconnected
      // meanwhile are left out.
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
        // The first attempt may have been committed. The second attempt then finds the token that the first attempt
        // stored.
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

type Exchanged = readonly [ExchangeRequest, ExchangeOutcome];

/** Exchanges codes: reads all rows, decides about one code after another, and writes all changes together. */
async function exchange(
  transaction: Transaction<Database>,
  requests: readonly ExchangeRequest[],
): Promise<readonly Exchanged[]> {
  if (requests.length === 0) return [];
  const found = await findCodes(transaction, requests);
  const codes = new Map(found.map((code) => [code.code_hash, code]));
  const accounts = new Map<string, Account>(
    found.map((code) => [code.account_id, readAccount(code)]),
  );
  const changes: Change[] = [];
  const outcomes: Exchanged[] = [];
  const replays: ExchangeRequest[] = [];
  for (const request of requests) {
    const code = codes.get(request.codeHash);
    const account = code && accounts.get(code.account_id);
    const refusal = code && account ? refuse(code, request) : 'unknown code';
    if (refusal === 'replayed code') replays.push(request);
    if (!code || !account || refusal) {
      outcomes.push([request, describeRefusal(refusal ?? 'unknown code', code)]);
      continue;
    }
    const change = decide(code, account, request);
    changes.push(change);
    if (change.account) accounts.set(account.id, change.account);
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

/**
 * Returns why an exchange is refused; undefined when it is allowed. The first refusals are for requests that do not
 * come from the code's application and flow (RFC 9700, section 2.1.1). They leave the code and its token unchanged, so
 * that the code's owner can still use them.
 */
function refuse(code: FoundCode, request: ExchangeRequest): ExchangeRefusal | undefined {
  const { code_challenge } = code;
  const { clientId, environment, redirectUri, codeChallenge, now } = request;
  if (code.client_id !== clientId || code.environment !== environment) return 'foreign code';
  if (code.redirect_uri !== redirectUri) return 'wrong redirect_uri';
  if (code_challenge === null) {
    if (codeChallenge !== null) return 'unexpected code_verifier';
  } else {
    if (codeChallenge === null) return 'missing code_verifier';
    if (!areSameHashes(code_challenge, codeChallenge)) return 'wrong code_verifier';
  }
  if (code.consumed_at !== null) return 'replayed code';
  if (code.expires_at <= now) return 'expired code';
  return hasConsentEnded(code, now) ? 'ended consent' : undefined;
}

/**
 * Decides what an exchange changes. An account uses the newest consent whose code was exchanged. A code of an older
 * consent gives a token but does not change the account.
 */
function decide(code: FoundCode, account: Account, request: ExchangeRequest): Change {
  const hasOwnIds = code.client_user_id !== null || code.tags !== null;
  const { client_user_id, tags } = hasOwnIds ? code : account;
  const change = { request, code, ownIds: { client_user_id, tags } };
  if (code.consent_number < account.consent_number) {
    return { ...change, account: undefined, lostGrant: code.sealed_grant, event: undefined };
  }
  const isConnected = account.disconnected_at === null;
  const isActive = isConnected && account.status === 'active';
  const event = isConnected ? 'connection.restored' : 'connection.created';
  return {
    ...change,
    account: {
      ...account,
      ...change.ownIds,
      account_label: account.account_label ?? code.account_label,
      sealed_grant: code.sealed_grant ?? account.sealed_grant,
      grant_revision: account.grant_revision + 1,
      shares: code.shares,
      consent_number: code.consent_number,
      consented_at: code.consented_at,
      consent_ends_at: code.consent_ends_at,
      consent_due_at: code.consent_due_at,
      status: 'active',
      status_since: isActive ? account.status_since : request.now,
      connected_at: isConnected ? account.connected_at : request.now,
      disconnected_at: null,
      last_exchange_at: request.now,
    },
    lostGrant: code.sealed_grant === null ? null : account.sealed_grant,
    event: isActive ? undefined : event,
  };
}
