export const applicationTables: readonly string[] = [
  `CREATE TABLE applications (
    client_id text PRIMARY KEY,
    public_client_id text,
    registered_at bigint NOT NULL DEFAULT 0,
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
    accent_color text,
    support_url text,
    token_days bigint,
    provider_ids text
  )`,
  // This index is not partial, because PostgreSQL would scan all of a partial index for queries with its condition.
  `CREATE UNIQUE INDEX applications_by_public_id
    ON applications (coalesce(public_client_id, client_id))`,
  `CREATE TABLE application_secrets (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    secret_hash text NOT NULL,
    created_at bigint,
    expires_at bigint,
    PRIMARY KEY (client_id, secret_hash)
  )`,
  // The image is text in Base64, because the databases have different types for bytes.
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
  `CREATE TABLE provider_switches (
    provider_id text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('available', 'unavailable', 'hidden')),
    reason text,
    switched_at bigint NOT NULL
  )`,
];

export const operatorTables: readonly string[] = [
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
    label text,
    relies_on text
  )`,
  `CREATE TABLE dashboard_networks (
    network_hash text PRIMARY KEY,
    known_until bigint NOT NULL
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
  // There is no foreign key, so entries of the log outlive a deleted application.
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
];
