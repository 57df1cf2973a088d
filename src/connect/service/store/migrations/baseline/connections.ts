/** The columns of a consent, shared by codes and accounts. */
const consentColumns = `
    shares text NOT NULL DEFAULT '',
    consented_at bigint NOT NULL DEFAULT 0,
    consent_ends_at bigint,
    consent_due_at bigint,
    consent_number bigint NOT NULL DEFAULT 0`;

export const connectionTables: readonly string[] = [
  `CREATE TABLE codes (
    code_hash text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    environment text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('embedded', 'redirect')),
    redirect_uri text,
    host_origin text,
    nonce text,
    state text,
    code_challenge text,
    session_id text,
    provider_id text NOT NULL,
    username text NOT NULL,
    account_label text,
    sealed_grant text,
    expires_at bigint NOT NULL,
    consumed_at bigint,
    kept_until bigint NOT NULL,
    ${consentColumns},
    CHECK ((kind = 'redirect') = (redirect_uri IS NOT NULL))
  )`,
  'CREATE INDEX codes_by_application ON codes (client_id)',
  'CREATE INDEX codes_by_end ON codes (kept_until)',
  'CREATE INDEX codes_with_kept_grant ON codes (kept_until) WHERE sealed_grant IS NOT NULL',
  `CREATE INDEX codes_by_account ON codes (client_id, provider_id, username)
    WHERE sealed_grant IS NOT NULL`,
  `CREATE TABLE accounts (
    id text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    provider_id text NOT NULL,
    username text NOT NULL,
    account_label text,
    connected_at bigint,
    last_exchange_at bigint,
    last_used_at bigint,
    disconnected_at bigint,
    disconnected_by text CHECK (disconnected_by IN ('application', 'operator', 'person')),
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'login_required', 'expired')),
    status_since bigint NOT NULL DEFAULT 0,
    ${consentColumns},
    consent_count bigint NOT NULL DEFAULT 0,
    first_consent bigint NOT NULL DEFAULT 0,
    sealed_grant text,
    grant_revision bigint NOT NULL DEFAULT 0,
    renewal_id text,
    renewal_until bigint NOT NULL DEFAULT 0,
    client_user_id text,
    tags text,
    UNIQUE (client_id, provider_id, username)
  )`,
  // This index is partial, so that a page of connected accounts is found without scanning the disconnected ones.
  `CREATE INDEX accounts_by_application ON accounts (client_id, id)
    WHERE disconnected_at IS NULL`,
  `CREATE INDEX accounts_by_provider ON accounts (client_id, provider_id, id)
    WHERE disconnected_at IS NULL`,
  // This index is not partial: without statistics, PostgreSQL would prefer a partial index to the primary key.
  'CREATE INDEX accounts_by_person ON accounts (provider_id, username)',
  `CREATE INDEX accounts_in_need ON accounts (client_id, id)
    WHERE status = 'login_required' AND disconnected_at IS NULL`,
  `CREATE INDEX accounts_expired ON accounts (client_id, id)
    WHERE status = 'expired' AND disconnected_at IS NULL`,
  `CREATE INDEX accounts_by_consent ON accounts (consent_due_at)
    WHERE consent_due_at IS NOT NULL`,
  `CREATE INDEX accounts_by_label ON accounts (client_id, account_label)
    WHERE account_label IS NOT NULL`,
  `CREATE INDEX accounts_by_user ON accounts (client_id, client_user_id, id)
    WHERE client_user_id IS NOT NULL`,
  'CREATE INDEX accounts_with_tags ON accounts (client_id, id) WHERE tags IS NOT NULL',
  'CREATE INDEX accounts_reserved ON accounts (disconnected_at) WHERE connected_at = 0',
  `CREATE TABLE tokens (
    token_hash text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    code_hash text NOT NULL UNIQUE,
    environment text,
    issued_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    client_user_id text,
    tags text
  )`,
  'CREATE INDEX tokens_by_account ON tokens (account_id)',
  // This index is partial, because an account has few live tokens, but may have many that have ended.
  'CREATE INDEX tokens_live ON tokens (account_id, issued_at) WHERE revoked_at IS NULL',
  'CREATE INDEX tokens_revoked ON tokens (revoked_at) WHERE revoked_at IS NOT NULL',
  'CREATE INDEX tokens_expired ON tokens (expires_at) WHERE expires_at IS NOT NULL',
  // There is no foreign key, so records of consents outlive a deleted application.
  `CREATE TABLE consents (
    id text PRIMARY KEY,
    client_id text NOT NULL,
    application text NOT NULL,
    environment text NOT NULL,
    provider_id text NOT NULL,
    provider text NOT NULL,
    account_id text NOT NULL,
    number bigint NOT NULL DEFAULT 0,
    shares text NOT NULL,
    purpose text,
    purpose_locale text,
    privacy_url text,
    locale text,
    text_hash text,
    granted_at bigint NOT NULL,
    ends_at bigint,
    kept_until bigint NOT NULL
  )`,
  'CREATE INDEX consents_by_application ON consents (client_id, id)',
  'CREATE INDEX consents_by_provider ON consents (client_id, provider_id, id)',
  'CREATE INDEX consents_by_account ON consents (account_id, id)',
  'CREATE INDEX consents_by_number ON consents (account_id, number)',
  'CREATE INDEX consents_by_end ON consents (kept_until)',
];
