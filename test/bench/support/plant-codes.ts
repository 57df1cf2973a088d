import { createHash } from 'node:crypto';
import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';
import { createCode } from '../processes/codes.js';

/** Codes that the database is to have as if a flow had issued them, each for another user. */
export interface PlantOrder {
  /** 48 hexadecimal digits; a code is this and its index. */
  readonly run: string;
  readonly count: number;
  readonly clientId: string;
  readonly redirectUri: string;
}

const ttlMs = 3_600_000;

/**
 * One transaction of single rows, from this process, while the service runs; then a checkpoint, so
 * that the service does not pay for it.
 *
 * @param file - the embedded database
 * @param order - which codes
 */
export function plantInSqlite(file: string, { run, count, clientId, redirectUri }: PlantOrder) {
  const sqlite = new SqliteConnection(file, { timeout: 10_000 });
  try {
    const insert = sqlite.prepare(`INSERT INTO codes
      (code_hash, client_id, environment, kind, redirect_uri, provider_id, username, expires_at)
      VALUES (?, ?, 'test', 'redirect', ?, 'sandbox', ?, ?)`);
    const expiresAt = Date.now() + ttlMs;
    sqlite.pragma('cache_size = -262144');
    const insertAll = sqlite.transaction(() => {
      for (let index = 0; index < count; index += 1) {
        const codeHash = createHash('sha256').update(createCode(run, index)).digest('hex');
        insert.run(codeHash, clientId, redirectUri, `user_${run}_${index}`, expiresAt);
      }
    });
    insertAll();
    sqlite.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    sqlite.close();
  }
}

/**
 * One statement, in which the server makes the codes and their hashes itself and checks no reference.
 * The checkpoint comes before it: a code is exchanged within a minute of its issue, so its issue
 * has mostly paid already for the first change of its pages since the last one.
 *
 * @param url - of the database
 * @param order - which codes
 */
export async function plantInPostgres(
  url: string,
  { run, count, clientId, redirectUri }: PlantOrder,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CHECKPOINT');
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO codes
        (code_hash, client_id, environment, kind, redirect_uri, provider_id, username, expires_at)
      SELECT encode(sha256(convert_to($1 || lpad(to_hex(index), 16, '0'), 'UTF8')), 'hex'),
        $2, 'test', 'redirect', $3, 'sandbox', 'user_' || $1 || '_' || index, $4::bigint
      FROM generate_series(0, $5::int - 1) AS index`,
      [run, clientId, redirectUri, Date.now() + ttlMs, count],
    );
    await client.query('VACUUM ANALYZE codes');
  } finally {
    await client.end();
  }
}
