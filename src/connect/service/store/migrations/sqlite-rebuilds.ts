/*
 * SQLite cannot change a check or drop NOT NULL, so these copy the table.
 * https://sqlite.org/lang_altertable.html#otheralter
 */

const flowColumns = [
  ...['token_hash', 'client_id', 'kind', 'redirect_uri', 'host_origin'],
  ...['nonce', 'state', 'step', 'revision', 'provider_id'],
  ...['username', 'subject', 'account_label', 'sealed_challenge', 'sealed_grant'],
  ...['attempt', 'expires_at', 'started_at', 'code_hash', 'code_salt'],
  ...[
    'referrer_origin',
    'handoff_hash',
    'handoff_state',
    'handoff_expires_at',
    'handoff_provider_id',
  ],
  ...['handoff_locale', 'handoff_theme', 'handoff_session_id', 'handoff_network', 'handoff_number'],
  ...['handoff_tries', 'seen_at', 'joined_hash', 'reference', 'problem'],
  ...['problem_at', 'problem_provider_id'],
].join(', ');

export const rebuildFlows: readonly string[] = [
  `CREATE TABLE new_flows (
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
  `INSERT INTO new_flows (${flowColumns}) SELECT ${flowColumns} FROM flows`,
  'DROP TABLE flows',
  'ALTER TABLE new_flows RENAME TO flows',
  'CREATE INDEX flows_by_application ON flows (client_id, started_at)',
  'CREATE UNIQUE INDEX flows_by_handoff ON flows (handoff_hash)',
  'CREATE INDEX flows_by_reference ON flows (reference)',
  // The sweep uses these, so that it never scans the table. Flows with a problem are kept for a day.
  'CREATE INDEX flows_by_expiry ON flows (expires_at)',
  `CREATE INDEX flows_without_login ON flows (expires_at)
    WHERE username IS NULL AND problem IS NULL`,
  'CREATE INDEX flows_with_grant ON flows (expires_at) WHERE sealed_grant IS NOT NULL',
];

export const rebuildAuditLog: readonly string[] = [
  `CREATE TABLE new_audit_log (
    id text PRIMARY KEY,
    changed_at bigint NOT NULL,
    via text NOT NULL CHECK (via IN ('dashboard', 'admin_api', 'service')),
    person text,
    action text NOT NULL,
    client_id text NOT NULL,
    application text NOT NULL,
    detail text
  )`,
  'INSERT INTO new_audit_log SELECT * FROM audit_log',
  'DROP TABLE audit_log',
  'ALTER TABLE new_audit_log RENAME TO audit_log',
  'CREATE INDEX audit_log_by_application ON audit_log (client_id, id)',
];
