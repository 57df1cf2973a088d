import type { Database as SqliteDatabase } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Exchange, ExchangeOutcome, ExchangeRequest } from './codes.ts';
import { createJoiner } from './joiner.ts';
import type { Database } from './schema.ts';

const maxJoined = 64;

interface CodeRow {
  readonly client_id: string;
  readonly environment: string;
  readonly kind: string;
  readonly redirect_uri: string | null;
  readonly state: string | null;
  readonly provider_id: string;
  readonly username: string;
  readonly expires_at: number;
  readonly consumed_at: number | null;
}

const findCode = 'SELECT * FROM codes WHERE code_hash = ?';
const consumeCode = `UPDATE codes SET consumed_at = @now
  WHERE code_hash = @codeHash AND consumed_at IS NULL AND expires_at > @now
  RETURNING provider_id, username, state`;
const revokeToken = `UPDATE tokens SET revoked_at = @now
  WHERE code_hash = @codeHash AND revoked_at IS NULL`;
// DO UPDATE rather than DO NOTHING: only then the row that was there is returned.
const keepAccount = `INSERT INTO accounts (id, client_id, provider_id, username)
  VALUES (@newAccountId, @clientId, @provider_id, @username)
  ON CONFLICT (client_id, provider_id, username) DO UPDATE SET username = excluded.username
  RETURNING id`;
const addToken = `INSERT INTO tokens (token_hash, account_id, code_hash, issued_at)
  VALUES (@tokenHash, @accountId, @codeHash, @now)`;

/**
 * The exchange for SQLite. Waiting exchanges share one transaction, so one wait for the disk. It runs
 * from BEGIN to COMMIT without yielding to the event loop; being handed the connection by kysely
 * keeps it out of the middle of anybody else's transaction.
 *
 * @param sqlite - the connection
 * @param database - kysely on the same connection
 * @returns the exchange
 */
export function createSqliteExchange(sqlite: SqliteDatabase, database: Kysely<Database>): Exchange {
  const find = sqlite.prepare<[string], CodeRow>(findCode);
  const consume = sqlite.prepare<[object], Pick<CodeRow, 'provider_id' | 'username' | 'state'>>(
    consumeCode,
  );
  const revoke = sqlite.prepare(revokeToken);
  const keep = sqlite.prepare<[object], { readonly id: string }>(keepAccount);
  const add = sqlite.prepare(addToken);

  function exchangeOne(request: ExchangeRequest): ExchangeOutcome {
    const code = find.get(request.codeHash);
    const refusal = refuseStranger(code, request);
    if (refusal) return { refusal };
    const consumed = consume.get({ ...request });
    if (!consumed) {
      if (code?.consumed_at === null) return { refusal: 'expired code' };
      // RFC 6749, section 4.1.2: who uses a code twice may not be the only one who has it.
      revoke.run({ ...request });
      return { refusal: 'replayed code' };
    }
    const accountId = keep.get({ ...request, ...consumed })?.id ?? request.newAccountId;
    add.run({ ...request, accountId });
    return { accountId, providerId: consumed.provider_id, state: consumed.state };
  }

  const exchangeAll = sqlite.transaction((requests: readonly ExchangeRequest[]) =>
    requests.map(exchangeOne),
  );
  return createJoiner<ExchangeRequest, ExchangeOutcome>(
    (requests) => database.connection().execute(async () => exchangeAll.immediate(requests)),
    { max: maxJoined },
  );
}

/** Whatever is wrong here leaves the code as it was: its owner may still exchange it. */
function refuseStranger(code: CodeRow | undefined, request: ExchangeRequest) {
  if (!code) return 'unknown code';
  if (code.client_id !== request.clientId || code.environment !== request.environment) {
    return 'foreign code';
  }
  // Null on both sides for the embedded flow: there, sending any redirect_uri is wrong.
  return code.redirect_uri === request.redirectUri ? undefined : 'wrong redirect_uri';
}
