import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AccountStatus, EventType } from '../../../shapes/unions.ts';
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
import type { Database } from '../schema.ts';
import { inSqliteSpan } from '../statement-spans.ts';
import { createTransaction, type SqliteConnection } from './sqlite-connection.ts';

const maxJoined = 64;

interface CodeRow extends StoredCode {
  readonly sealed_grant: string | null;
  readonly consumed_at: number | null;
}

interface ConsumedRow {
  readonly provider_id: string;
  readonly username: string;
  readonly account_label: string | null;
  readonly state: string | null;
  readonly shares: string;
  readonly consented_at: number;
  readonly consent_ends_at: number | null;
  readonly consent_due_at: number | null;
  readonly session_id: string | null;
}

/** The result of an exchange, for its event. */
interface Change {
  readonly accountId: string;
  readonly consumed: ConsumedRow;
  readonly type: EventType | undefined;
}

/** The account before the exchange. */
interface AccountRow {
  readonly sealed_grant: string | null;
  readonly status: AccountStatus;
  readonly disconnected_at: number | null;
  readonly id: string;
  readonly live_tokens: number;
}

const consumeCode = `UPDATE codes SET consumed_at = ?, sealed_grant = NULL
  WHERE code_hash = ? AND consumed_at IS NULL AND expires_at > ? AND ${consentHolds}
  RETURNING provider_id, username, account_label, state, shares, consented_at,
    consent_ends_at, consent_due_at, session_id`;
const findCode = `SELECT client_id, codes.environment, redirect_uri, code_challenge, sealed_grant, consumed_at
  FROM codes JOIN applications USING (client_id) WHERE code_hash = ? AND deleted_at IS NULL`;
const revokeToken = 'UPDATE tokens SET revoked_at = ? WHERE code_hash = ? AND revoked_at IS NULL';
const isLive = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';
const findAccount = `SELECT id, sealed_grant, status, disconnected_at,
    (SELECT count(*) FROM tokens WHERE account_id = accounts.id AND ${isLive}) AS live_tokens
  FROM accounts WHERE client_id = ? AND provider_id = ? AND username = ?`;
const endOldest = `UPDATE tokens SET revoked_at = ? WHERE token_hash IN (
  SELECT token_hash FROM tokens WHERE account_id = ? AND ${isLive}
  ORDER BY issued_at DESC, rowid DESC LIMIT -1 OFFSET ${maxLiveTokens - 1})`;
const addRevocation = `INSERT INTO revocations
  (id, client_id, environment, provider_id, subject, sealed_grant) VALUES (?, ?, ?, ?, ?, ?)`;
// DO NOTHING would not return the existing row.
const keepAccount = `INSERT INTO accounts (id, client_id, provider_id, username, account_label, sealed_grant,
    shares, consented_at, consent_ends_at, consent_due_at, connected_at, last_exchange_at, status_since)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (client_id, provider_id, username) DO UPDATE SET
    ${reconnect('excluded', 'last_exchange_at', 'coalesce(excluded.sealed_grant, accounts.sealed_grant)')}
  RETURNING id`;
const addToken = `INSERT INTO tokens (token_hash, account_id, code_hash, issued_at, expires_at, environment)
  VALUES (?, ?, ?, ?, ?, ?)`;
const addEvent = `INSERT INTO events (id, client_id, type, created_at, data, awaited)
  VALUES (?, ?, ?, ?, ?, ${findAwaited('?')})`;

/**
 * The exchange for SQLite. Waiting exchanges share one transaction, so they wait for the disk once. It runs
 * from BEGIN to COMMIT without yielding to the event loop. Kysely lends it the connection, so it never runs
 * inside another transaction.
 *
 * @param database - Kysely on the same connection
 * @returns the exchange
 */
export function createSqliteExchange(
  sqlite: SqliteConnection,
  database: Kysely<Database>,
): Exchange {
  const consume = sqlite.prepare<ConsumedRow>(consumeCode);
  const findBefore = sqlite.prepare<AccountRow>(findAccount);
  const report = sqlite.prepare(addEvent);
  const revokeLater = sqlite.prepare(addRevocation);
  const find = sqlite.prepare<CodeRow>(findCode);
  const revoke = sqlite.prepare(revokeToken);
  const keep = sqlite.prepare<{ readonly id: string }>(keepAccount);
  const add = sqlite.prepare(addToken);
  const endTokens = sqlite.prepare(endOldest);

  function exchangeOne(request: ExchangeRequest): ExchangeOutcome {
    const { codeHash, clientId, environment, now } = request;
    const code = find.get([codeHash]);
    if (!code) return { refusal: 'unknown code' };
    const refusal = refuseStranger(code, request);
    if (refusal) return { refusal };
    const consumed = consume.get([now, codeHash, now]);
    if (!consumed) return refuseUsed(request, code);
    const grant = code.sealed_grant;
    const { provider_id, username, state, shares, consented_at } = consumed;
    const before = findBefore.get([now, clientId, provider_id, username]);
    if (grant !== null && before?.sealed_grant) {
      const owner = [clientId, environment, provider_id, username];
      revokeLater.run([randomUUID(), ...owner, before.sealed_grant]);
    }
    const { newAccountId, tokenHash, tokenExpiresAt } = request;
    const account = keep.get([
      ...[newAccountId, clientId, provider_id, username, consumed.account_label],
      ...[grant, shares, consented_at, consumed.consent_ends_at, consumed.consent_due_at],
      ...[now, now, now],
    ]);
    const accountId = account?.id ?? newAccountId;
    endSurplus(before, now);
    add.run([tokenHash, accountId, codeHash, now, tokenExpiresAt, environment]);
    reportChange(request, { accountId, consumed, type: describeChange(before) });
    return { accountId, providerId: provider_id, state };
  }

  function endSurplus(account: AccountRow | undefined, now: number): void {
    if (account && account.live_tokens >= maxLiveTokens) endTokens.run([now, account.id, now]);
  }

  function reportChange(
    { clientId, now }: ExchangeRequest,
    { accountId, consumed, type }: Change,
  ): void {
    if (!type) return;
    const { provider_id, session_id } = consumed;
    const session = type === 'connection.created' ? (session_id ?? undefined) : undefined;
    const data = JSON.stringify({ account_id: accountId, provider_id, session_id: session });
    report.run([createEventId(now), clientId, type, now, data, clientId]);
  }

  function refuseUsed(request: ExchangeRequest, code: CodeRow): ExchangeOutcome {
    if (code.consumed_at === null) return { refusal: 'expired code' };
    // RFC 6749, section 4.1.2: a code that is used twice may have been stolen.
    revoke.run([request.now, request.codeHash]);
    return { refusal: 'replayed code' };
  }

  const runInTransaction = createBatchRunner(sqlite);
  return createJoiner<ExchangeRequest, ExchangeOutcome>(
    (requests) =>
      database.connection().execute(async () => runInTransaction(() => requests.map(exchangeOne))),
    { name: 'exchange codes', max: maxJoined },
  );
}

/** One span for a batch, because it has hundreds of statements, and most are shorter than making a span. */
function createBatchRunner(sqlite: SqliteConnection) {
  const runInTransaction = createTransaction(sqlite);
  return <Result>(work: () => Result) => inSqliteSpan(consumeCode, () => runInTransaction(work));
}

/** @returns the type of the event; undefined when the account was connected and healthy */
function describeChange(before: AccountRow | undefined): EventType | undefined {
  if (!before || before.disconnected_at !== null) return 'connection.created';
  return before.status === 'active' ? undefined : 'connection.restored';
}
