import { createHash } from 'node:crypto';
import SqliteConnection from 'better-sqlite3';
import { withClient } from '../../../../src/connect/service/store/postgres/postgres-pool.ts';
import { createCode } from '../processes/codes.js';

/** Codes to add to the database as if flows had issued them, each for another user. */
export interface PlantOrder {
  /** 48 hexadecimal digits. A code consists of these and its index. */
  readonly run: string;
  readonly count: number;
  readonly clientId: string;
  readonly redirectUri: string;
}

const ttlMs = 3_600_000;

/** Accounts as Allow reserves them, each with one consent: the code's. */
const reserveAccounts = (account: string) => `INSERT INTO accounts
  (id, client_id, provider_id, username, connected_at, last_exchange_at, disconnected_at, consent_count)
  ${account}`;
const insertCodes = (code: string) => `INSERT INTO codes
  (code_hash, client_id, environment, kind, redirect_uri, provider_id, username, expires_at, kept_until,
    shares, consented_at, consent_number)
  ${code}`;

/**
 * Adds single rows in one transaction, from this process, while the service runs. Then it makes a
 * checkpoint, so that the service does not spend time on it.
 */
export function plantInSqlite(file: string, { run, count, clientId, redirectUri }: PlantOrder) {
  const sqlite = new SqliteConnection(file, { timeout: 10_000 });
  try {
    const account = sqlite.prepare(
      reserveAccounts(`VALUES (?, ?, 'sandbox', ?, 0, 0, ${Date.now()}, 1)`),
    );
    const code = sqlite.prepare(
      insertCodes(`VALUES (?, ?, 'test', 'redirect', ?, 'sandbox', ?, ?, ?, 'identity', ?, 1)`),
    );
    const now = Date.now();
    const endsAt = now + ttlMs;
    sqlite.pragma('cache_size = -262144');
    const insertAll = sqlite.transaction(() => {
      for (let index = 0; index < count; index += 1) {
        const codeHash = createHash('sha256').update(createCode(run, index)).digest('hex');
        const username = `user_${run}_${index}`;
        account.run(`account_${run}_${index}`, clientId, username);
        code.run(codeHash, clientId, redirectUri, username, endsAt, endsAt, now);
      }
    });
    insertAll();
    sqlite.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    sqlite.close();
  }
}

/**
 * Uses two statements, in which the server creates accounts, codes and their hashes, and checks no references. The
 * checkpoint comes first. PostgreSQL writes a whole page to its log at the page's first change after a
 * checkpoint. In production, issuing a code has mostly caused that write before the exchange.
 *
 * @param url - of the database
 */
export async function plantInPostgres(
  url: string,
  { run, count, clientId, redirectUri }: PlantOrder,
): Promise<void> {
  const now = Date.now();
  await withClient({ connectionString: url }, async (client) => {
    await client.query('CHECKPOINT');
    await client.query('SET session_replication_role = replica');
    await client.query(
      reserveAccounts(`SELECT 'account_' || $1 || '_' || index, $2, 'sandbox',
          'user_' || $1 || '_' || index, 0, 0, $3::bigint, 1
        FROM generate_series(0, $4::int - 1) AS index`),
      [run, clientId, now, count],
    );
    await client.query(
      insertCodes(`SELECT encode(sha256(convert_to($1 || lpad(to_hex(index), 16, '0'), 'UTF8')), 'hex'),
          $2, 'test', 'redirect', $3, 'sandbox', 'user_' || $1 || '_' || index,
          $4::bigint + ${ttlMs}, $4::bigint + ${ttlMs}, 'identity', $4::bigint, 1
        FROM generate_series(0, $5::int - 1) AS index`),
      [run, clientId, redirectUri, now, count],
    );
    await client.query('VACUUM ANALYZE codes');
    await client.query('VACUUM ANALYZE accounts');
  });
}
