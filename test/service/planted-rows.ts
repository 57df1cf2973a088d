import { toFirstId } from '../../src/connect/service/store/sortable-id.ts';
import type { Query } from './database.ts';
import { day } from './test-application.ts';

/** The clock of test services stands here at first. */
export const plantedAt = 1_700_000_000_000;

/** SQL: an ID of that time, followed by the row's number. */
const idAt = (prefix: string, time: number) => `'${prefix}${toFirstId(time)}' || (10000000 + n)`;

/** Each column and its value in rows of the application `test_app`. `n` is the row's number. */
const kinds: readonly (readonly [table: string, values: string])[] = [
  [
    'accounts',
    `id = 'acct_' || n, client_id = 'test_app', provider_id = 'sandbox', username = 'user_' || n,
    connected_at = 1, last_exchange_at = 1, sealed_grant = 'plain.' || n,
    consent_ends_at = ${plantedAt - 1000}, consent_due_at = ${plantedAt - 1000}`,
  ],
  [
    'tokens',
    `token_hash = 'token_' || n, account_id = 'acct_' || n, code_hash = 'code_' || n,
    issued_at = 1, expires_at = ${plantedAt - 40 * day}`,
  ],
  [
    'codes',
    `code_hash = 'code_' || n, client_id = 'test_app', environment = 'test', kind = 'embedded',
    provider_id = 'sandbox', username = 'user_' || n, sealed_grant = 'plain.' || n,
    expires_at = 1, kept_until = ${plantedAt - 3 * day}`,
  ],
  [
    'flows',
    `token_hash = 'flow_' || n, client_id = 'test_app', kind = 'embedded', step = 'consent',
    revision = 1, provider_id = 'sandbox', username = 'user_' || n, subject = 'user_' || n,
    host_origin = 'https://shop.example', sealed_grant = 'plain.' || n,
    session_hash = 'session_' || n, started_at = 1, reference = 'REF' || (10000 + n),
    expires_at = ${plantedAt - 3 * day}`,
  ],
  [
    'connect_sessions',
    `session_id = ${idAt('cs_', plantedAt - day)}, session_hash = 'session_' || n,
    client_id = 'test_app', created_at = ${plantedAt - day}, expires_at = ${plantedAt - 1000},
    kept_until = ${plantedAt + 6 * day}`,
  ],
  [
    'consents',
    `id = ${idAt('consent_', plantedAt - day)}, client_id = 'test_app', application = 'Test',
    environment = 'test', provider_id = 'sandbox', provider = 'Sandbox', account_id = 'acct_1',
    shares = 'identity', granted_at = ${plantedAt - day} + n, kept_until = ${plantedAt + 1000 * day}`,
  ],
  [
    'jobs',
    `job_id = ${idAt('dl_', plantedAt - 40 * day)}, kind = 'delivery', queue = 'wh_1',
    body = '{"id":"ev_1","type":"webhook.test"}', created_at = 1, due_at = NULL, status = 'failed'`,
  ],
  [
    'audit_log',
    `id = ${idAt('', plantedAt - 400 * day)}, changed_at = 1, via = 'dashboard',
    action = 'application_renamed', client_id = 'test_app', application = 'Test'`,
  ],
  [
    'jobs',
    `job_id = 'revocation_' || n, kind = 'revocation', queue = 'sandbox',
    body = '{"client_id":"test_app","environment":"test","provider_id":"sandbox","subject":"user_' || n || '"}',
    sealed = 'plain.' || n, due_at = ${plantedAt + 1000 * day}`,
  ],
  ['flow_changes', `token_hash = 'flow_' || n, changed_at = 1`],
];

/** Adds rows of each kind of which an application may have many, and its webhook `wh_1`. Most of them are due. */
export async function plantRows(query: Query, count: number): Promise<void> {
  const numbers = `(WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    SELECT n FROM numbers) AS numbers`;
  await query(`INSERT INTO webhooks (webhook_id, client_id, url, sealed_secret, created_at)
    VALUES ('wh_1', 'test_app', 'http://localhost:3000/', 'plain.1', 1)`);
  for (const [table, values] of kinds) {
    const pairs = [...values.matchAll(/(\w+) = (.+?)(?:,\s+(?=\w+ = )|$)/gs)];
    const [columns, texts] = [1, 2].map((part) => pairs.map((pair) => pair[part]).join(', '));
    await query(`INSERT INTO ${table} (${columns}) SELECT ${texts} FROM ${numbers}`);
  }
}
