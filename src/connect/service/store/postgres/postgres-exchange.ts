import type { Pool, QueryConfig, QueryResult } from 'pg';
import { consentHolds, maxLiveTokens, reconnect } from '../accounts.ts';
import {
  type Exchange,
  type ExchangeOutcome,
  type ExchangeRequest,
  refuseStranger,
  type StoredCode,
} from '../codes.ts';
import { createEventId, findAwaited } from '../events.ts';
import { createJoiner } from '../joiner.ts';
import { isConnectionLost, isPartialFailure } from './postgres-errors.ts';

const maxJoined = 64;
/**
 * Exchanges run one statement at a time. Requests that wait meanwhile share the next one, which means less
 * work for the database.
 */
export const exchangeConnections = 1;

/**
 * Settings for the exchange. Its statement is planned once and always uses indexes: planning it again costs
 * as much as running it, and a plan made for empty tables would scan them when they have grown. The lock
 * timeout is short, because the requests of other applications wait in the same statement.
 */
const settings = [
  ...['plan_cache_mode = force_generic_plan', 'jit = off', 'enable_seqscan = off'],
  ...['enable_hashjoin = off', 'enable_mergejoin = off', "lock_timeout = '1s'"],
];

/** The settings, for a connection to the server itself. */
export const exchangeSettings = settings.map((setting) => `SET ${setting}`).join('; ');
const beginWithSettings = ['BEGIN', ...settings.map((setting) => `SET LOCAL ${setting}`)].join(
  '; ',
);

/*
 * Every statement locks rows in one order: applications by ID, codes by hash, accounts by key. So two
 * processes with the same rows cannot deadlock, nor can an exchange and a deletion. The conditional UPDATE
 * decides which request consumes a code, because it reads the row again after waiting for a lock. Code
 * challenges are hashed with the new token first, so the time of their comparison reveals nothing.
 *
 * An account keeps its newest tokens. Another process that exchanges a code of the same account at the same
 * moment may exceed the limit. The next exchange ends what is too much.
 *
 * A grant is replaced by the grant of a later connection, by another code of the same account in this
 * statement, or by another process that has added the account meanwhile.
 */
const exchangeAll = `
WITH request AS (
  SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
    $7::text[], $8::text[], $9::text[], $10::bigint[], $11::bigint[]) AS request (
    position, code_hash, client_id, environment, redirect_uri, code_challenge, token_hash,
    new_account_id, event_id, now, token_expires_at)
), application AS MATERIALIZED (
  SELECT client_id, environment FROM applications
  WHERE client_id IN (SELECT client_id FROM request) AND deleted_at IS NULL
  ORDER BY client_id FOR KEY SHARE
), locked AS MATERIALIZED (
  SELECT codes.* FROM codes JOIN request USING (code_hash)
    JOIN application ON application.client_id = request.client_id
      AND application.environment = request.environment
  ORDER BY codes.code_hash FOR UPDATE OF codes
), consumed AS (
  UPDATE codes SET consumed_at = request.now, sealed_grant = NULL
  FROM request JOIN locked USING (code_hash)
  WHERE codes.code_hash = request.code_hash
    AND codes.client_id = request.client_id
    AND codes.environment = request.environment
    AND codes.redirect_uri IS NOT DISTINCT FROM request.redirect_uri
    AND sha256((codes.code_challenge || request.token_hash)::bytea)
      IS NOT DISTINCT FROM sha256((request.code_challenge || request.token_hash)::bytea)
    AND codes.consumed_at IS NULL AND codes.expires_at > request.now
    AND ${consentHolds}
  RETURNING codes.code_hash, codes.client_id, codes.provider_id, codes.username, codes.environment,
    locked.sealed_grant, codes.account_label, codes.shares, codes.consented_at,
    codes.consent_ends_at, codes.consent_due_at, codes.session_id, request.token_hash,
    request.new_account_id, request.event_id, request.now, request.token_expires_at
), wanted AS (
  SELECT DISTINCT ON (client_id, provider_id, username)
    client_id, provider_id, username, environment, new_account_id, event_id, sealed_grant AS new_grant,
    account_label, shares, consented_at, consent_ends_at, consent_due_at, session_id, now
  FROM consumed ORDER BY client_id, provider_id, username, sealed_grant NULLS LAST, session_id NULLS LAST
), known AS MATERIALIZED (
  SELECT accounts.id, client_id, provider_id, username, wanted.environment, new_grant,
    accounts.sealed_grant AS old_grant, wanted.account_label, wanted.shares, wanted.consented_at,
    wanted.consent_ends_at, wanted.consent_due_at,
    accounts.disconnected_at, accounts.status, event_id, session_id, now
  FROM accounts JOIN wanted USING (client_id, provider_id, username)
  ORDER BY client_id, provider_id, username FOR UPDATE OF accounts
), renewed AS (
  UPDATE accounts SET ${reconnect('known', 'now', 'coalesce(known.new_grant, known.old_grant)')}
  FROM known WHERE accounts.id = known.id
), added AS (
  INSERT INTO accounts (id, client_id, provider_id, username, account_label, sealed_grant, shares,
    consented_at, consent_ends_at, consent_due_at, connected_at, last_exchange_at, status_since)
  SELECT new_account_id, client_id, provider_id, username, account_label, new_grant, shares,
    consented_at, consent_ends_at, consent_due_at, now, now, now FROM wanted
  WHERE (client_id, provider_id, username) NOT IN
    (SELECT client_id, provider_id, username FROM known)
  ORDER BY client_id, provider_id, username
  ON CONFLICT (client_id, provider_id, username) DO UPDATE SET
    ${reconnect('excluded', 'last_exchange_at', 'coalesce(accounts.sealed_grant, excluded.sealed_grant)')}
  RETURNING id, client_id, provider_id, username, sealed_grant,
    xmax = 0 OR connected_at = last_exchange_at AS is_new
), account AS (
  SELECT id, client_id, provider_id, username FROM known
  UNION ALL SELECT id, client_id, provider_id, username FROM added
), replaced AS (
  SELECT client_id, environment, provider_id, username, old_grant AS sealed_grant FROM known
  WHERE old_grant IS NOT NULL AND new_grant IS NOT NULL
  UNION ALL
  SELECT client_id, consumed.environment, provider_id, username, consumed.sealed_grant
  FROM consumed JOIN wanted USING (client_id, provider_id, username)
  WHERE consumed.sealed_grant <> new_grant
  UNION ALL
  SELECT client_id, environment, provider_id, username, new_grant
  FROM added JOIN wanted USING (client_id, provider_id, username)
  WHERE added.sealed_grant <> new_grant
), queued AS (
  INSERT INTO revocations (id, client_id, environment, provider_id, subject, sealed_grant)
  SELECT gen_random_uuid()::text, client_id, environment, provider_id, username, sealed_grant
  FROM replaced
), changed AS (
  SELECT event_id, client_id, now, id, provider_id, session_id, 'connection.created' AS type
  FROM known WHERE disconnected_at IS NOT NULL
  UNION ALL
  SELECT event_id, client_id, now, id, provider_id, NULL, 'connection.restored'
  FROM known WHERE disconnected_at IS NULL AND status <> 'active'
  UNION ALL
  SELECT event_id, client_id, now, id, provider_id, session_id, 'connection.created'
  FROM added JOIN wanted USING (client_id, provider_id, username) WHERE is_new
), reported AS (
  INSERT INTO events (id, client_id, type, created_at, data, awaited)
  SELECT event_id, client_id, type, now,
    json_strip_nulls(json_build_object('account_id', id, 'provider_id', provider_id, 'session_id', session_id)),
    ${findAwaited('changed.client_id')}
  FROM changed
), fresh AS MATERIALIZED (
  SELECT token_hash, account.id AS account_id, code_hash, now, token_expires_at, environment,
    row_number() OVER (PARTITION BY account.id ORDER BY code_hash) AS place
  FROM consumed JOIN account USING (client_id, provider_id, username)
), ended AS (
  UPDATE tokens SET revoked_at = surplus.now
  FROM (
    SELECT live.token_hash, added.now
    FROM (SELECT account_id, count(*) AS count, max(now) AS now FROM fresh GROUP BY account_id) AS added,
      LATERAL (SELECT token_hash FROM tokens
        WHERE account_id = added.account_id AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > added.now)
        ORDER BY issued_at DESC OFFSET greatest(${maxLiveTokens} - added.count, 0)) AS live
  ) AS surplus WHERE tokens.token_hash = surplus.token_hash
), issued AS (
  INSERT INTO tokens (token_hash, account_id, code_hash, issued_at, expires_at, revoked_at, environment)
  SELECT token_hash, account_id, code_hash, now, token_expires_at,
    CASE WHEN place > ${maxLiveTokens} THEN now END, environment
  FROM fresh
  RETURNING code_hash, account_id
)
SELECT request.position, locked.code_hash, locked.client_id, locked.environment,
  locked.redirect_uri, locked.code_challenge, locked.consumed_at, locked.provider_id, locked.state, issued.account_id
FROM request LEFT JOIN locked USING (code_hash) LEFT JOIN issued USING (code_hash)
ORDER BY request.position`;

/*
 * A separate statement, because the one above cannot see a token that was committed while it waited for the
 * code. A token with this request's hash means that the exchange succeeded and only its response was lost
 * with the connection.
 */
const revokeAll = `
WITH request AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
    AS request (code_hash, token_hash, now)
), revoked AS (
  UPDATE tokens SET revoked_at = request.now FROM request
  WHERE tokens.code_hash = request.code_hash AND tokens.token_hash <> request.token_hash
    AND tokens.revoked_at IS NULL
)
SELECT code_hash, account_id FROM tokens JOIN request USING (code_hash, token_hash)`;

interface Row extends StoredCode {
  readonly code_hash: string | null;
  readonly consumed_at: number | null;
  readonly provider_id: string;
  readonly state: string | null;
  readonly account_id: string | null;
}

/**
 * The exchange for PostgreSQL. Up to 64 waiting exchanges run in one statement, so they share a commit.
 *
 * @param pool - connections to the database, with {@link exchangeSettings} unless they are pooled
 * @param isPooled - whether a pooler is between, which keeps neither settings nor prepared statements
 * @returns the exchange
 * @see https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export function createPostgresExchange(pool: Pool, isPooled: boolean): Exchange {
  const query: RunQuery = isPooled
    ? (statement) => queryInTransaction(pool, statement)
    : (statement) => pool.query<Row>({ name: 'exchange', ...statement });
  const run = (requests: readonly ExchangeRequest[]) => exchangeJoined(pool, query, requests);
  return createJoiner<ExchangeRequest, ExchangeOutcome>(
    async (requests) => {
      try {
        return await run(requests);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        // The first try may have been committed. The second one finds out, see `revokeAll`.
        return await run(requests);
      }
    },
    {
      name: 'exchange codes',
      max: maxJoined,
      keyOf: ({ codeHash }) => codeHash,
      retry: {
        isPartial: isPartialFailure,
        // Each row belongs to one application, so no exchange waits for another application's rows.
        groupOf: ({ clientId }) => clientId,
      },
    },
  );
}

type RunQuery = (statement: QueryConfig) => Promise<QueryResult<Row>>;

async function queryInTransaction(pool: Pool, statement: QueryConfig): Promise<QueryResult<Row>> {
  const client = await pool.connect();
  try {
    await client.query(beginWithSettings);
    const result = await client.query<Row>(statement);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls the transaction back.
    client.release(true);
    throw error;
  }
}

async function exchangeJoined(
  pool: Pool,
  query: RunQuery,
  requests: readonly ExchangeRequest[],
): Promise<readonly ExchangeOutcome[]> {
  const { rows } = await query({ text: exchangeAll, values: createValues(requests) });
  const outcomes = requests.map((request, index) => readOutcome(request, rows[index]));
  const replayed = requests.filter((_, index) => isReplay(outcomes[index]));
  if (replayed.length === 0) return outcomes;
  const ownAccounts = await revokeReplayed(pool, replayed);
  return outcomes.map((outcome, index) => {
    const row = rows[index];
    const accountId = ownAccounts.get(row?.code_hash ?? '');
    if (!row || accountId === undefined || !isReplay(outcome)) return outcome;
    return { accountId, providerId: row.provider_id, state: row.state };
  });
}

/** One array for each column of `request`. */
function createValues(requests: readonly ExchangeRequest[]): unknown[][] {
  return [
    requests.map((_, index) => index),
    requests.map(({ codeHash }) => codeHash),
    requests.map(({ clientId }) => clientId),
    requests.map(({ environment }) => environment),
    requests.map(({ redirectUri }) => redirectUri),
    requests.map(({ codeChallenge }) => codeChallenge),
    requests.map(({ tokenHash }) => tokenHash),
    requests.map(({ newAccountId }) => newAccountId),
    requests.map(({ now }) => createEventId(now)),
    requests.map(({ now }) => now),
    requests.map(({ tokenExpiresAt }) => tokenExpiresAt),
  ];
}

function readOutcome(request: ExchangeRequest, row: Row | undefined): ExchangeOutcome {
  if (!row || row.code_hash === null) return { refusal: 'unknown code' };
  const refusal = refuseStranger(row, request);
  if (refusal) return { refusal };
  if (row.account_id === null) {
    return { refusal: row.consumed_at === null ? 'expired code' : 'replayed code' };
  }
  return { accountId: row.account_id, providerId: row.provider_id, state: row.state };
}

function isReplay(outcome: ExchangeOutcome | undefined): boolean {
  return outcome !== undefined && 'refusal' in outcome && outcome.refusal === 'replayed code';
}

async function revokeReplayed(
  pool: Pool,
  requests: readonly ExchangeRequest[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ code_hash: string; account_id: string }>(revokeAll, [
    requests.map(({ codeHash }) => codeHash),
    requests.map(({ tokenHash }) => tokenHash),
    requests.map(({ now }) => now),
  ]);
  return new Map(rows.map((row) => [row.code_hash, row.account_id]));
}
