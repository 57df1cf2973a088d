/**
 * The tables and indexes of the first version. Both databases accept the statements. Databases have them already, so
 * nothing changes here.
 */
export const baseline: readonly string[] = [
  // Services from before the list of migrations read the version of all tables here. `finish.ts` keeps them away.
  'CREATE TABLE schema_version (version bigint NOT NULL)',
  'INSERT INTO schema_version VALUES (1)',
  `CREATE TABLE applications (
    client_id text PRIMARY KEY,
    public_client_id text,
    deleted_at bigint,
    name text NOT NULL,
    environment text NOT NULL CHECK (environment IN ('test', 'live')),
    submission_limit bigint,
    submissions_used bigint NOT NULL DEFAULT 0,
    anonymous_submissions bigint NOT NULL DEFAULT 0,
    source text NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'dashboard'))
  )`,
  // Not partial: with a condition, PostgreSQL would scan all of it for every query with that condition.
  `CREATE UNIQUE INDEX applications_by_public_id
    ON applications (coalesce(public_client_id, client_id))`,
  `CREATE TABLE application_secrets (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    secret_hash text NOT NULL,
    created_at bigint,
    expires_at bigint,
    PRIMARY KEY (client_id, secret_hash)
  )`,
  // Pictures are stored as base64, because the databases have different types for bytes.
  `CREATE TABLE application_logos (
    client_id text PRIMARY KEY REFERENCES applications ON DELETE CASCADE,
    name text NOT NULL,
    image text NOT NULL
  )`,
  'CREATE INDEX application_logos_by_name ON application_logos (name)',
  `CREATE TABLE redirect_uris (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    redirect_uri text NOT NULL,
    PRIMARY KEY (client_id, redirect_uri)
  )`,
  `CREATE TABLE origins (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    origin text NOT NULL,
    PRIMARY KEY (client_id, origin)
  )`,
  `CREATE TABLE refused_origins (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    origin text NOT NULL,
    network_hash text NOT NULL,
    refused_at bigint NOT NULL,
    PRIMARY KEY (client_id, origin)
  )`,
  'CREATE INDEX refused_origins_by_time ON refused_origins (refused_at)',
  `CREATE TABLE flows (
    token_hash text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('embedded', 'redirect')),
    redirect_uri text,
    host_origin text,
    nonce text,
    state text,
    step text NOT NULL,
    revision bigint NOT NULL,
    provider_id text,
    username text,
    subject text,
    account_label text,
    sealed_challenge text,
    sealed_grant text,
    attempt text,
    expires_at bigint NOT NULL,
    started_at bigint,
    code_hash text,
    code_salt text,
    referrer_origin text,
    handoff_hash text,
    handoff_state text,
    handoff_expires_at bigint,
    handoff_provider_id text,
    handoff_locale text,
    handoff_theme text,
    handoff_session_id text,
    handoff_network text,
    handoff_number text,
    handoff_tries bigint,
    seen_at bigint,
    joined_hash text,
    reference text,
    problem text,
    problem_at bigint,
    problem_provider_id text,
    CHECK ((kind = 'redirect') = (redirect_uri IS NOT NULL))
  )`,
  'CREATE INDEX flows_by_application ON flows (client_id, started_at)',
  'CREATE UNIQUE INDEX flows_by_handoff ON flows (handoff_hash)',
  'CREATE INDEX flows_by_reference ON flows (reference)',
  // The sweep uses these, so that it never scans the table. Flows with a problem are kept for a day.
  'CREATE INDEX flows_by_expiry ON flows (expires_at)',
  `CREATE INDEX flows_without_login ON flows (expires_at)
    WHERE username IS NULL AND problem IS NULL`,
  'CREATE INDEX flows_with_grant ON flows (expires_at) WHERE sealed_grant IS NOT NULL',
  `CREATE TABLE codes (
    code_hash text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    environment text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('embedded', 'redirect')),
    redirect_uri text,
    host_origin text,
    nonce text,
    state text,
    provider_id text NOT NULL,
    username text NOT NULL,
    sealed_grant text,
    expires_at bigint NOT NULL,
    consumed_at bigint,
    CHECK ((kind = 'redirect') = (redirect_uri IS NOT NULL))
  )`,
  'CREATE INDEX codes_by_application ON codes (client_id)',
  'CREATE INDEX codes_by_expiry ON codes (expires_at)',
  'CREATE INDEX codes_with_grant ON codes (expires_at) WHERE sealed_grant IS NOT NULL',
  `CREATE TABLE accounts (
    id text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    provider_id text NOT NULL,
    username text NOT NULL,
    connected_at bigint,
    last_exchange_at bigint,
    disconnected_at bigint,
    sealed_grant text,
    UNIQUE (client_id, provider_id, username)
  )`,
  // Partial, so that a page of connected accounts is found without scanning the disconnected ones.
  `CREATE INDEX accounts_by_application ON accounts (client_id, id)
    WHERE disconnected_at IS NULL`,
  `CREATE INDEX accounts_by_provider ON accounts (client_id, provider_id, id)
    WHERE disconnected_at IS NULL`,
  `CREATE TABLE tokens (
    token_hash text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    code_hash text NOT NULL UNIQUE,
    issued_at bigint NOT NULL,
    revoked_at bigint,
    environment text
  )`,
  'CREATE INDEX tokens_by_account ON tokens (account_id)',
  `CREATE TABLE login_attempts (
    provider_id text NOT NULL,
    username text NOT NULL,
    attempts bigint NOT NULL,
    window_end bigint NOT NULL,
    PRIMARY KEY (provider_id, username)
  )`,
  'CREATE INDEX login_attempts_by_end ON login_attempts (window_end)',
  `CREATE TABLE network_attempts (
    provider_id text NOT NULL,
    username text NOT NULL,
    network_hash text NOT NULL,
    attempts bigint NOT NULL,
    last_at bigint NOT NULL,
    PRIMARY KEY (provider_id, username, network_hash)
  )`,
  'CREATE INDEX network_attempts_by_age ON network_attempts (last_at)',
  `CREATE TABLE rate_counts (
    key_hash text PRIMARY KEY,
    used bigint NOT NULL,
    window_end bigint NOT NULL
  )`,
  'CREATE INDEX rate_counts_by_end ON rate_counts (window_end)',
  `CREATE TABLE dashboard_password (
    id text PRIMARY KEY CHECK (id = 'only'),
    salt text NOT NULL,
    hash text NOT NULL
  )`,
  `CREATE TABLE dashboard_sessions (
    token_hash text PRIMARY KEY,
    expires_at bigint NOT NULL,
    ends_at bigint NOT NULL
  )`,
  `CREATE TABLE dashboard_networks (
    network_hash text PRIMARY KEY,
    known_until bigint NOT NULL
  )`,
  // The two tables below have no foreign key, so their rows outlive a deleted application.
  `CREATE TABLE audit_log (
    id text PRIMARY KEY,
    changed_at bigint NOT NULL,
    via text NOT NULL CHECK (via IN ('dashboard', 'admin_api')),
    person text,
    action text NOT NULL,
    client_id text NOT NULL,
    application text NOT NULL,
    detail text
  )`,
  'CREATE INDEX audit_log_by_application ON audit_log (client_id, id)',
  `CREATE TABLE revocations (
    id text PRIMARY KEY,
    client_id text NOT NULL,
    environment text NOT NULL,
    provider_id text NOT NULL,
    subject text NOT NULL,
    sealed_grant text NOT NULL,
    due_at bigint NOT NULL DEFAULT 0,
    attempts bigint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX revocations_by_time ON revocations (due_at)',
];
