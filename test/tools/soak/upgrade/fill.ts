import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { createCode } from '../../bench/processes/codes.js';
import { application } from '../exchanges.ts';

/** Rows that a service has written in years. */
interface OldRows {
  /** 48 hexadecimal digits. A token consists of these and the number of its account. */
  readonly tokens: string;
  /** Of `plantInPostgres`: every second code belongs to an account that exists. */
  readonly codes: string;
  readonly accounts: number;
}

/** AES-256-GCM of a grant of an OpenID provider, in base64url; no request of the soak opens it. */
const grant = `k1.${createHash('sha512').update('a grant').digest('base64url').repeat(6)}`;

/** @returns the access token of an account */
export const createOldToken = (tokens: string, index: number) => createCode(tokens, index);

/**
 * Fills the tables of the first version. The server creates the rows, in the order of no index, as years would.
 *
 * @param url - of the database
 */
export async function fill(url: string, { tokens, codes, accounts }: OldRows): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const numbers = `generate_series(0, ${accounts - 1}) AS n`;
  const { clientId } = application;
  const long = "'1 hour'::interval";
  const time = `(extract(epoch FROM now() - n * ${long} / ${accounts} * 10000) * 1000)::bigint`;
  const hash = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
  const account = `'account_' || md5('${tokens}' || n)`;
  const statements = [
    // Foreign keys are not checked.
    'SET session_replication_role = replica',
    `INSERT INTO accounts (id, client_id, provider_id, username, connected_at, last_exchange_at, sealed_grant)
      SELECT ${account}, '${clientId}', 'sandbox', 'user_${codes}_' || 2 * n, ${time}, ${time}, '${grant}'
      FROM ${numbers}`,
    `INSERT INTO tokens (token_hash, account_id, code_hash, issued_at, environment)
      SELECT ${hash(`'${tokens}' || lpad(to_hex(n), 16, '0')`)}, ${account}, ${hash(`'code' || n`)}, ${time}, 'test'
      FROM ${numbers}`,
    // Flows live for minutes, so there are fewer.
    `INSERT INTO flows (token_hash, client_id, kind, host_origin, nonce, step, revision, expires_at, started_at)
      SELECT ${hash(`'flow' || n`)}, '${clientId}', 'embedded', 'https://app.example', md5(n::text), 'provider', 1,
        (extract(epoch FROM now()) * 1000)::bigint + 3600000, (extract(epoch FROM now()) * 1000)::bigint
      FROM ${numbers} WHERE n % 20 = 0`,
    `INSERT INTO audit_log (id, changed_at, via, action, client_id, application)
      SELECT 'change_' || md5(n::text), ${time}, 'admin_api', 'account disconnected', '${clientId}', 'Soak'
      FROM ${numbers} WHERE n % 10 = 0`,
    'VACUUM ANALYZE',
    'CHECKPOINT',
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
