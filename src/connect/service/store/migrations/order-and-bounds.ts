import { addColumns, addIndexes, type Migration } from './migration.ts';

/** What keeps changes in order, and work bounded. */
export const orderAndBounds: readonly Migration[] = [
  {
    version: 32,
    name: 'removed webhooks',
    phase: 'expand',
    ...addColumns('webhooks', 'removed_at bigint'),
  },
  {
    version: 33,
    name: 'an index of removed webhooks',
    phase: 'expand',
    ...addIndexes(
      'CREATE INDEX webhooks_removed ON webhooks (webhook_id) WHERE removed_at IS NOT NULL',
    ),
  },
  {
    version: 34,
    name: 'order of the consents of accounts',
    phase: 'expand',
    ...addColumns(
      'accounts',
      'consent_count bigint NOT NULL DEFAULT 0',
      'consent_number bigint NOT NULL DEFAULT 0',
      'first_consent bigint NOT NULL DEFAULT 0',
    ),
  },
  {
    version: 35,
    name: 'order of the consents of codes',
    phase: 'expand',
    ...addColumns('codes', 'consent_number bigint NOT NULL DEFAULT 0'),
  },
  {
    version: 36,
    name: 'order of consents',
    phase: 'expand',
    ...addColumns('consents', 'number bigint NOT NULL DEFAULT 0'),
  },
  {
    version: 37,
    name: 'indexes of the order of consents',
    phase: 'expand',
    ...addIndexes(
      'CREATE INDEX consents_by_number ON consents (account_id, number)',
      `CREATE INDEX codes_by_account ON codes (client_id, provider_id, username)
        WHERE sealed_grant IS NOT NULL`,
    ),
  },
  {
    version: 38,
    name: 'secrets of webhooks in the file',
    phase: 'expand',
    ...addColumns('webhooks', 'file_secret_hash text'),
  },
  {
    version: 39,
    name: 'sign-ins of a flow',
    phase: 'expand',
    ...addColumns('flows', 'sign_ins bigint NOT NULL DEFAULT 0'),
  },
  {
    version: 40,
    name: 'flows to empty',
    phase: 'expand',
    ...addIndexes(
      `CREATE INDEX flows_to_empty ON flows (expires_at) WHERE (state IS NOT NULL OR nonce IS NOT NULL
        OR code_challenge IS NOT NULL OR terms IS NOT NULL OR sealed_challenge IS NOT NULL)`,
    ),
  },
  {
    version: 41,
    name: 'settings of dashboard sign-ins',
    phase: 'expand',
    ...addColumns('dashboard_sessions', 'provider_hash text'),
  },
  {
    version: 42,
    name: 'indexes of lists by status',
    phase: 'expand',
    ...addIndexes(
      'CREATE INDEX connect_sessions_by_status ON connect_sessions (client_id, status, session_id)',
      `CREATE INDEX accounts_expired ON accounts (client_id, id)
        WHERE status = 'expired' AND disconnected_at IS NULL`,
    ),
  },
];
