import {
  addColumns,
  addIndexes,
  inBatches,
  inBoth,
  inEach,
  type Migration,
  validate,
} from './migration.ts';
import { rebuildAuditLog, rebuildFlows } from './sqlite-rebuilds.ts';

/** A consent's columns, of a code and of the account that it becomes. */
const consentColumns = [
  "shares text NOT NULL DEFAULT ''",
  'consented_at bigint NOT NULL DEFAULT 0',
  'consent_ends_at bigint',
  'consent_due_at bigint',
];

const endedBy = `disconnected_by IN ('application', 'operator', 'person')`;
const statuses = `status IN ('active', 'login_required', 'expired')`;

const accountColumns = (check: (condition: string) => string) => [
  'account_label text',
  `disconnected_by text${check(endedBy)}`,
  `status text NOT NULL DEFAULT 'active'${check(statuses)}`,
  'status_since bigint NOT NULL DEFAULT 0',
  ...consentColumns,
  'last_used_at bigint',
  'grant_revision bigint NOT NULL DEFAULT 0',
  'renewal_id text',
  'renewal_until bigint NOT NULL DEFAULT 0',
];

const codeColumns = [
  'code_challenge text',
  'account_label text',
  ...consentColumns,
  'session_id text',
];

const flowColumns = [
  ...['account_id', 'session_hash', 'code_challenge', 'shares', 'terms'],
  ...['consent_locale', 'consent_text_hash'],
].map((name) => `${name} text`);

/** What connections, records, consents and sessions keep in the tables of the first version. */
export const newColumns: readonly Migration[] = [
  {
    version: 2,
    name: 'columns of applications',
    phase: 'expand',
    ...addColumns(
      'applications',
      'purpose text',
      'privacy_url text',
      'consent_days bigint',
      'token_days bigint',
      'provider_ids text',
    ),
  },
  {
    version: 3,
    name: 'columns of flows',
    phase: 'expand',
    ...inEach({
      postgres: [
        `ALTER TABLE flows ${flowColumns.map((column) => `ADD COLUMN ${column}`).join(', ')},
          ALTER COLUMN client_id DROP NOT NULL,
          DROP CONSTRAINT flows_kind_check,
          DROP CONSTRAINT flows_check,
          ADD CONSTRAINT flows_kind_check
            CHECK (kind IN ('embedded', 'redirect', 'link', 'manage')) NOT VALID,
          ADD CONSTRAINT flows_redirect_check
            CHECK (kind = 'link' OR (kind = 'redirect') = (redirect_uri IS NOT NULL)) NOT VALID,
          ADD CONSTRAINT flows_client_check
            CHECK ((kind = 'manage') = (client_id IS NULL)) NOT VALID`,
      ],
      sqlite: rebuildFlows,
    }),
  },
  {
    version: 4,
    name: 'checks of flows',
    phase: 'expand',
    ...validate('flows', 'flows_kind_check', 'flows_redirect_check', 'flows_client_check'),
  },
  {
    version: 5,
    name: 'index of flows',
    phase: 'expand',
    ...addIndexes(
      'CREATE INDEX flows_by_session ON flows (session_hash) WHERE session_hash IS NOT NULL',
    ),
  },
  {
    version: 6,
    name: 'columns of codes',
    phase: 'expand',
    ...inEach({
      postgres: [
        `ALTER TABLE codes ${codeColumns.map((column) => `ADD COLUMN ${column}`).join(', ')},
          ADD COLUMN kept_until bigint`,
        // For rows of the version before, which does not know the column: its codes live ten minutes at most.
        `ALTER TABLE codes ALTER COLUMN kept_until
          SET DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 600000`,
      ],
      sqlite: [
        ...codeColumns.map((column) => `ALTER TABLE codes ADD COLUMN ${column}`),
        'ALTER TABLE codes ADD COLUMN kept_until bigint NOT NULL DEFAULT 0',
        'UPDATE codes SET kept_until = expires_at',
      ],
    }),
  },
  {
    version: 7,
    name: 'ends of codes',
    phase: 'expand',
    // In the order in which an exchange locks codes, so that the two cannot deadlock.
    ...inBatches(`WITH part AS (
      SELECT code_hash FROM codes WHERE code_hash > $1 AND kept_until IS NULL
      ORDER BY code_hash LIMIT 500 FOR UPDATE
    ), changed AS (
      UPDATE codes SET kept_until = expires_at FROM part WHERE codes.code_hash = part.code_hash
      RETURNING codes.code_hash
    ) SELECT max(code_hash) AS last_key FROM changed`),
  },
  {
    version: 8,
    name: 'indexes of codes',
    phase: 'expand',
    ...addIndexes(
      'CREATE INDEX codes_by_end ON codes (kept_until)',
      'CREATE INDEX codes_with_kept_grant ON codes (kept_until) WHERE sealed_grant IS NOT NULL',
    ),
  },
  {
    version: 9,
    name: 'columns of accounts',
    phase: 'expand',
    ...inEach({
      postgres: [
        `ALTER TABLE accounts ${accountColumns(() => '')
          .map((column) => `ADD COLUMN ${column}`)
          .join(', ')},
          ADD CONSTRAINT accounts_disconnected_by_check CHECK (${endedBy}) NOT VALID,
          ADD CONSTRAINT accounts_status_check CHECK (${statuses}) NOT VALID`,
      ],
      sqlite: addColumns('accounts', ...accountColumns((condition) => ` CHECK (${condition})`))
        .sqlite,
    }),
  },
  {
    version: 10,
    name: 'checks of accounts',
    phase: 'expand',
    ...validate('accounts', 'accounts_disconnected_by_check', 'accounts_status_check'),
  },
  {
    version: 11,
    name: 'indexes of accounts',
    phase: 'expand',
    ...addIndexes(
      // Not partial: PostgreSQL would prefer it to the primary key while it knows no statistics.
      'CREATE INDEX accounts_by_person ON accounts (provider_id, username)',
      `CREATE INDEX accounts_in_need ON accounts (client_id, id)
        WHERE status = 'login_required' AND disconnected_at IS NULL`,
      `CREATE INDEX accounts_by_consent ON accounts (consent_due_at)
        WHERE consent_due_at IS NOT NULL`,
      `CREATE INDEX accounts_by_label ON accounts (client_id, account_label)
        WHERE account_label IS NOT NULL`,
      'CREATE INDEX accounts_reserved ON accounts (disconnected_at) WHERE connected_at = 0',
    ),
  },
  {
    version: 12,
    name: 'column of tokens',
    phase: 'expand',
    ...addColumns('tokens', 'expires_at bigint'),
  },
  {
    version: 13,
    name: 'indexes of tokens',
    phase: 'expand',
    ...addIndexes(
      // An account has few live tokens, and may have many that have ended.
      'CREATE INDEX tokens_live ON tokens (account_id, issued_at) WHERE revoked_at IS NULL',
      'CREATE INDEX tokens_revoked ON tokens (revoked_at) WHERE revoked_at IS NOT NULL',
      'CREATE INDEX tokens_expired ON tokens (expires_at) WHERE expires_at IS NOT NULL',
    ),
  },
  {
    version: 14,
    name: 'changes by the service in the audit log',
    phase: 'expand',
    ...inEach({
      postgres: [
        `ALTER TABLE audit_log DROP CONSTRAINT audit_log_via_check,
          ADD CONSTRAINT audit_log_via_check
            CHECK (via IN ('dashboard', 'admin_api', 'service')) NOT VALID`,
      ],
      sqlite: rebuildAuditLog,
    }),
  },
  {
    version: 15,
    name: 'check of the audit log',
    phase: 'expand',
    ...validate('audit_log', 'audit_log_via_check'),
  },
  {
    version: 16,
    name: 'refused requests',
    phase: 'expand',
    ...inBoth(
      `CREATE TABLE refused_requests (
        client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('origin', 'redirect_uri', 'client_secret', 'code')),
        value text NOT NULL,
        network_hash text NOT NULL,
        refused_at bigint NOT NULL,
        PRIMARY KEY (client_id, kind, value)
      )`,
      'CREATE INDEX refused_requests_by_time ON refused_requests (refused_at)',
    ),
  },
];
