/**
 * Every table and index. SQLite and PostgreSQL both accept the statements. `schema.ts` describes the columns.
 * Any change is also a new version in `prepare-schema.ts`.
 */
export const tables: readonly string[] = [
  `CREATE TABLE applications (
    client_id text PRIMARY KEY,
    public_client_id text,
    deleted_at bigint,
    name text NOT NULL,
    environment text NOT NULL CHECK (environment IN ('test', 'live')),
    submission_limit bigint,
    submissions_used bigint NOT NULL DEFAULT 0,
    anonymous_submissions bigint NOT NULL DEFAULT 0,
    source text NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'dashboard')),
    purpose text,
    privacy_url text,
    consent_days bigint,
    token_days bigint,
    provider_ids text
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
  `CREATE TABLE refused_requests (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('origin', 'redirect_uri', 'client_secret', 'code')),
    value text NOT NULL,
    network_hash text NOT NULL,
    refused_at bigint NOT NULL,
    PRIMARY KEY (client_id, kind, value)
  )`,
  'CREATE INDEX refused_requests_by_time ON refused_requests (refused_at)',
  `CREATE TABLE flows (
    token_hash text PRIMARY KEY,
    client_id text REFERENCES applications ON DELETE CASCADE,
    account_id text,
    session_hash text,
    kind text NOT NULL CHECK (kind IN ('embedded', 'redirect', 'link', 'manage')),
    redirect_uri text,
    host_origin text,
    nonce text,
    state text,
    code_challenge text,
    step text NOT NULL,
    revision bigint NOT NULL,
    provider_id text,
    username text,
    subject text,
    account_label text,
    shares text,
    terms text,
    consent_locale text,
    consent_text_hash text,
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
    CHECK (kind = 'link' OR (kind = 'redirect') = (redirect_uri IS NOT NULL)),
    CHECK ((kind = 'manage') = (client_id IS NULL))
  )`,
  'CREATE INDEX flows_by_application ON flows (client_id, started_at)',
  'CREATE INDEX flows_by_session ON flows (session_hash) WHERE session_hash IS NOT NULL',
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
    code_challenge text,
    provider_id text NOT NULL,
    username text NOT NULL,
    account_label text,
    sealed_grant text,
    shares text NOT NULL DEFAULT '',
    consented_at bigint NOT NULL DEFAULT 0,
    consent_ends_at bigint,
    consent_due_at bigint,
    session_id text,
    expires_at bigint NOT NULL,
    kept_until bigint NOT NULL,
    consumed_at bigint,
    CHECK ((kind = 'redirect') = (redirect_uri IS NOT NULL))
  )`,
  'CREATE INDEX codes_by_application ON codes (client_id)',
  'CREATE INDEX codes_by_end ON codes (kept_until)',
  'CREATE INDEX codes_with_grant ON codes (kept_until) WHERE sealed_grant IS NOT NULL',
  `CREATE TABLE accounts (
    id text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    provider_id text NOT NULL,
    username text NOT NULL,
    account_label text,
    connected_at bigint,
    last_exchange_at bigint,
    disconnected_at bigint,
    disconnected_by text CHECK (disconnected_by IN ('application', 'operator', 'person')),
    sealed_grant text,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'login_required', 'expired')),
    status_since bigint NOT NULL DEFAULT 0,
    shares text NOT NULL DEFAULT '',
    consented_at bigint NOT NULL DEFAULT 0,
    consent_ends_at bigint,
    consent_due_at bigint,
    last_used_at bigint,
    grant_revision bigint NOT NULL DEFAULT 0,
    renewal_id text,
    renewal_until bigint NOT NULL DEFAULT 0,
    UNIQUE (client_id, provider_id, username)
  )`,
  // Partial, so that a page of connected accounts is found without scanning the disconnected ones.
  `CREATE INDEX accounts_by_application ON accounts (client_id, id)
    WHERE disconnected_at IS NULL`,
  `CREATE INDEX accounts_by_provider ON accounts (client_id, provider_id, id)
    WHERE disconnected_at IS NULL`,
  // Not partial: PostgreSQL would prefer it to the primary key while it knows no statistics.
  'CREATE INDEX accounts_by_person ON accounts (provider_id, username)',
  `CREATE INDEX accounts_in_need ON accounts (client_id, id)
    WHERE status = 'login_required' AND disconnected_at IS NULL`,
  'CREATE INDEX accounts_by_consent ON accounts (consent_due_at) WHERE consent_due_at IS NOT NULL',
  'CREATE INDEX accounts_by_label ON accounts (client_id, account_label) WHERE account_label IS NOT NULL',
  'CREATE INDEX accounts_reserved ON accounts (disconnected_at) WHERE connected_at = 0',
  `CREATE TABLE tokens (
    token_hash text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    code_hash text NOT NULL UNIQUE,
    issued_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    environment text
  )`,
  'CREATE INDEX tokens_by_account ON tokens (account_id)',
  // An account has few live tokens, and may have many that have ended.
  'CREATE INDEX tokens_live ON tokens (account_id, issued_at) WHERE revoked_at IS NULL',
  'CREATE INDEX tokens_revoked ON tokens (revoked_at) WHERE revoked_at IS NOT NULL',
  'CREATE INDEX tokens_expired ON tokens (expires_at) WHERE expires_at IS NOT NULL',
  `CREATE TABLE connect_sessions (
    session_id text PRIMARY KEY,
    session_hash text NOT NULL UNIQUE,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    known_account_id text REFERENCES accounts ON DELETE CASCADE,
    provider_ids text,
    state text,
    locale text,
    redirect_uri text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    kept_until bigint NOT NULL,
    status text NOT NULL DEFAULT 'open'
      CHECK (status IN ('open', 'connected', 'denied', 'canceled', 'expired')),
    finished_at bigint,
    account_id text,
    provider_id text,
    code_hash text,
    idempotency_hash text,
    request_hash text,
    session_salt text,
    UNIQUE (client_id, idempotency_hash)
  )`,
  'CREATE INDEX connect_sessions_by_application ON connect_sessions (client_id, session_id)',
  `CREATE INDEX connect_sessions_open ON connect_sessions (client_id, expires_at)
    WHERE status = 'open'`,
  `CREATE INDEX connect_sessions_to_expire ON connect_sessions (expires_at)
    WHERE status = 'open'`,
  'CREATE INDEX connect_sessions_by_account ON connect_sessions (known_account_id)',
  'CREATE INDEX connect_sessions_by_end ON connect_sessions (kept_until)',
  // Without a foreign key: checking it would cost an exchange as much as the row. `purgeDeleted` deletes the rows.
  `CREATE TABLE events (
    id text PRIMARY KEY,
    client_id text NOT NULL,
    type text NOT NULL,
    created_at bigint NOT NULL,
    data text NOT NULL,
    awaited bigint,
    position bigint,
    written bigserial
  )`,
  `CREATE UNIQUE INDEX events_by_position ON events (client_id, position)
    WHERE position IS NOT NULL`,
  `CREATE INDEX events_unpublished ON events (client_id, written) WHERE position IS NULL`,
  `CREATE INDEX events_awaited ON events (written) WHERE awaited = 1 AND position IS NULL`,
  `CREATE TABLE event_positions (
    id text PRIMARY KEY CHECK (id = 'only'),
    last_position bigint NOT NULL
  )`,
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
    ends_at bigint NOT NULL,
    role text CHECK (role IN ('reader', 'operator')),
    subject text,
    label text
  )`,
  `CREATE TABLE admin_keys (
    key_id text PRIMARY KEY,
    name text NOT NULL,
    key_hash text NOT NULL UNIQUE,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    ended_at bigint
  )`,
  `CREATE TABLE dashboard_networks (
    network_hash text PRIMARY KEY,
    known_until bigint NOT NULL
  )`,
  `CREATE TABLE provider_switches (
    provider_id text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('available', 'unavailable', 'hidden')),
    reason text,
    switched_at bigint NOT NULL
  )`,
  // The tables below have no foreign key, so their rows outlive a deleted application.
  `CREATE TABLE consents (
    id text PRIMARY KEY,
    client_id text NOT NULL,
    application text NOT NULL,
    environment text NOT NULL,
    provider_id text NOT NULL,
    provider text NOT NULL,
    account_id text NOT NULL,
    shares text NOT NULL,
    purpose text,
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
  'CREATE INDEX consents_by_end ON consents (kept_until)',
  `CREATE TABLE audit_log (
    id text PRIMARY KEY,
    changed_at bigint NOT NULL,
    via text NOT NULL CHECK (via IN ('dashboard', 'admin_api', 'service')),
    person text,
    key_id text,
    key_name text,
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
  `CREATE TABLE webhooks (
    webhook_id text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    url text NOT NULL,
    types text,
    sealed_secret text NOT NULL,
    old_sealed_secret text,
    old_secret_until bigint,
    created_at bigint NOT NULL,
    off_since bigint,
    off_reason text CHECK (off_reason IN ('operator', 'gone', 'failing')),
    failing_since bigint,
    paused_until bigint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX webhooks_by_application ON webhooks (client_id, webhook_id)',
  `CREATE TABLE deliveries (
    delivery_id text PRIMARY KEY,
    webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    event_id text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    created_at bigint NOT NULL,
    status text NOT NULL DEFAULT 'waiting'
      CHECK (status IN ('waiting', 'sending', 'delivered', 'failed')),
    due_at bigint,
    ends_at bigint,
    attempts bigint NOT NULL DEFAULT 0,
    tries text NOT NULL DEFAULT '[]'
  )`,
  'CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, delivery_id)',
  'CREATE INDEX deliveries_by_status ON deliveries (webhook_id, status, delivery_id)',
  // Partial, so that a process finds the webhooks with work without reading what has ended.
  `CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at, delivery_id)
    WHERE due_at IS NOT NULL`,
];
