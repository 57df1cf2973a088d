/** The sign-ins of the dashboard, the keys of the admin API, and the audit log. */
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
    provider_hash text
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
  // There is no foreign key, so that the rows outlive a deleted application.
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
