import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { reconnect } from '../accounts.ts';
import type { Exchange, ExchangeOutcome, ExchangeRequest } from '../codes.ts';
import { createJoiner } from '../joiner.ts';
import type { Database } from '../schema.ts';
import { createTransaction, type SqliteConnection } from './sqlite-connection.ts';

const maxJoined = 64;

interface CodeRow {
  readonly client_id: string;
  readonly environment: string;
  readonly redirect_uri: string | null;
  readonly consumed_at: number | null;
}

interface ConsumedRow {
  readonly provider_id: string;
  readonly username: string;
  readonly account_label: string | null;
  readonly state: string | null;
  readonly shares: string;
  readonly consented_at: number;
}

interface GrantRow {
  readonly sealed_grant: string | null;
}

const findGrant = 'SELECT sealed_grant FROM codes WHERE code_hash = ?';
// In the embedded flow both sides are null: a request with a redirect_uri is refused.
const consumeCode = `UPDATE codes SET consumed_at = ?, sealed_grant = NULL
  WHERE code_hash = ? AND client_id = ? AND environment = ? AND redirect_uri IS ?
    AND consumed_at IS NULL AND expires_at > ?
    AND EXISTS (SELECT 1 FROM applications AS owner
      WHERE owner.client_id = codes.client_id AND owner.deleted_at IS NULL)
  RETURNING provider_id, username, account_label, state, shares, consented_at`;
const findCode = `SELECT client_id, codes.environment, redirect_uri, consumed_at
  FROM codes JOIN applications USING (client_id) WHERE code_hash = ? AND deleted_at IS NULL`;
const revokeToken = 'UPDATE tokens SET revoked_at = ? WHERE code_hash = ? AND revoked_at IS NULL';
const findOldGrant = `SELECT sealed_grant FROM accounts
  WHERE client_id = ? AND provider_id = ? AND username = ? AND sealed_grant IS NOT NULL`;
const addRevocation = `INSERT INTO revocations
  (id, client_id, environment, provider_id, subject, sealed_grant) VALUES (?, ?, ?, ?, ?, ?)`;
// DO NOTHING would not return the existing row.
const keepAccount = `INSERT INTO accounts (id, client_id, provider_id, username, account_label, sealed_grant,
    shares, consented_at, connected_at, last_exchange_at, status_since)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (client_id, provider_id, username) DO UPDATE SET
    ${reconnect('excluded', 'last_exchange_at', 'coalesce(excluded.sealed_grant, accounts.sealed_grant)')}
  RETURNING id`;
const addToken = `INSERT INTO tokens (token_hash, account_id, code_hash, issued_at, environment)
  VALUES (?, ?, ?, ?, ?)`;

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
  const grantOf = sqlite.prepare<GrantRow>(findGrant);
  const oldGrantOf = sqlite.prepare<GrantRow>(findOldGrant);
  const revokeLater = sqlite.prepare(addRevocation);
  const find = sqlite.prepare<CodeRow>(findCode);
  const revoke = sqlite.prepare(revokeToken);
  const keep = sqlite.prepare<{ readonly id: string }>(keepAccount);
  const add = sqlite.prepare(addToken);

  function exchangeOne(request: ExchangeRequest): ExchangeOutcome {
    const { codeHash, clientId, environment, redirectUri, now } = request;
    const grant = grantOf.get([codeHash])?.sealed_grant ?? null;
    const consumed = consume.get([now, codeHash, clientId, environment, redirectUri, now]);
    if (!consumed) return refuse(request);
    const { provider_id, username, state, shares, consented_at } = consumed;
    if (grant !== null) giveUpOldGrant(request, consumed);
    const { newAccountId, tokenHash } = request;
    const account = keep.get([
      ...[newAccountId, clientId, provider_id, username, consumed.account_label],
      ...[grant, shares, consented_at, now, now, now],
    ]);
    const accountId = account?.id ?? newAccountId;
    add.run([tokenHash, accountId, codeHash, now, environment]);
    return { accountId, providerId: provider_id, state };
  }

  function giveUpOldGrant(
    { clientId, environment }: ExchangeRequest,
    { provider_id, username }: ConsumedRow,
  ): void {
    const old = oldGrantOf.get([clientId, provider_id, username]);
    if (!old) return;
    const owner = [clientId, environment, provider_id, username];
    revokeLater.run([randomUUID(), ...owner, old.sealed_grant]);
  }

  function refuse(request: ExchangeRequest): ExchangeOutcome {
    const code = find.get([request.codeHash]);
    const refusal = refuseStranger(code, request);
    if (refusal) return { refusal };
    if (code?.consumed_at === null) return { refusal: 'expired code' };
    // RFC 6749, section 4.1.2: a code that is used twice may have been stolen.
    revoke.run([request.now, request.codeHash]);
    return { refusal: 'replayed code' };
  }

  const runInTransaction = createTransaction(sqlite);
  return createJoiner<ExchangeRequest, ExchangeOutcome>(
    (requests) =>
      database.connection().execute(async () => runInTransaction(() => requests.map(exchangeOne))),
    { max: maxJoined },
  );
}

/** A refusal leaves the code unchanged, so its owner can still exchange it. */
function refuseStranger(code: CodeRow | undefined, request: ExchangeRequest) {
  if (!code) return 'unknown code';
  if (code.client_id !== request.clientId || code.environment !== request.environment) {
    return 'foreign code';
  }
  return code.redirect_uri === request.redirectUri ? undefined : 'wrong redirect_uri';
}
