import { withClient } from '../../../../src/connect/service/store/postgres/postgres-pool.ts';
import { createCode } from '../processes/codes.js';

/** Every account has this many tokens. The older half has been revoked. */
export const tokensPerAccount = 10;

/** Rows of an application that has been used for a long time. */
export interface GrowthOrder {
  /** 48 hexadecimal digits. A token consists of these and its index, see `createCode`. */
  readonly run: string;
  readonly accounts: number;
  readonly clientId: string;
}

const day = 24 * 60 * 60 * 1000;

/**
 * The accounts have just been used, because the first read of an hour records its time, and a small table would
 * have fewer such reads.
 */
const fillAccounts = `INSERT INTO accounts (id, client_id, provider_id, username, connected_at,
    last_exchange_at, status_since, consented_at, last_used_at, shares)
  SELECT 'account_' || n, $1, 'sandbox', 'person_' || n, $2, $2, $2, $2, $2::bigint + ${day},
    'identity returns'
  FROM generate_series(0, $3::int - 1) AS n`;

/** Neighbours in the table are tokens of different accounts, as after years of exchanges. */
const fillTokens = `INSERT INTO tokens
    (token_hash, account_id, code_hash, issued_at, revoked_at, environment)
  SELECT encode(sha256(convert_to($1 || lpad(to_hex(n), 16, '0'), 'UTF8')), 'hex'),
    'account_' || n % $2::int,
    encode(sha256(convert_to('code ' || n, 'UTF8')), 'hex'),
    $3::bigint - (${tokensPerAccount} - n / $2::int) * ${day},
    CASE WHEN n / $2::int < ${tokensPerAccount / 2} THEN $3::bigint - ${day} END,
    'test'
  FROM generate_series(0, $2::int * ${tokensPerAccount} - 1) AS n`;

const fillEvents = `INSERT INTO events (id, client_id, type, created_at, data, position)
  SELECT 'ev_' || lpad(to_hex($2::bigint - ${day} + n), 12, '0') || lpad(to_hex(n), 20, '0'), $1,
    'connection.created', $2::bigint - ${day} + n,
    json_build_object('account_id', 'account_' || n, 'provider_id', 'sandbox'), n + 1
  FROM generate_series(0, $3::int - 1) AS n`;

const notePosition = `INSERT INTO event_positions VALUES ('only', $1)
  ON CONFLICT (id) DO UPDATE SET last_position = excluded.last_position`;

/** The indexes are suspended, because filling them takes ten times as long as building them afterwards. */
const suspendIndexes = `UPDATE pg_index SET indisready = false, indisvalid = false
  WHERE indrelid IN ('tokens'::regclass, 'events'::regclass)`;

/** Adds accounts, each with ten tokens and an event. A million take minutes. @returns names of rows */
export async function plantGrowth(url: string, { run, accounts, clientId }: GrowthOrder) {
  const now = Date.now();
  await withClient({ connectionString: url }, async (client) => {
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '1GB'`);
    await client.query(suspendIndexes);
    await client.query(fillAccounts, [clientId, now, accounts]);
    await client.query(fillTokens, [run, accounts, now]);
    await client.query(fillEvents, [clientId, now, accounts]);
    await client.query(notePosition, [accounts]);
    await client.query('REINDEX TABLE tokens');
    await client.query('REINDEX TABLE events');
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });
  const write = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return {
    /** A token that has not been revoked. */
    token: (account: number) => createCode(run, account + (tokensPerAccount - 1) * accounts),
    accountId: (account: number) => `account_${account}`,
    eventId: (account: number) => `ev_${write(now - day + account, 12)}${write(account, 20)}`,
  };
}
