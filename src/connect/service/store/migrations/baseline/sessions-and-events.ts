export const sessionAndEventTables: readonly string[] = [
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
    client_user_id text,
    tags text,
    UNIQUE (client_id, idempotency_hash)
  )`,
  'CREATE INDEX connect_sessions_by_application ON connect_sessions (client_id, session_id)',
  'CREATE INDEX connect_sessions_by_status ON connect_sessions (client_id, status, session_id)',
  `CREATE INDEX connect_sessions_open ON connect_sessions (client_id, expires_at)
    WHERE status = 'open'`,
  `CREATE INDEX connect_sessions_to_expire ON connect_sessions (expires_at)
    WHERE status = 'open'`,
  'CREATE INDEX connect_sessions_by_account ON connect_sessions (known_account_id)',
  `CREATE INDEX connect_sessions_by_user ON connect_sessions (client_id, client_user_id, session_id)
    WHERE client_user_id IS NOT NULL`,
  `CREATE INDEX connect_sessions_with_tags ON connect_sessions (client_id, session_id)
    WHERE tags IS NOT NULL`,
  'CREATE INDEX connect_sessions_by_end ON connect_sessions (kept_until)',
  // There is no foreign key, because checking it would take as long as inserting the row, in every exchange of a
  // code. `purgeDeleted` deletes the rows of deleted applications.
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
  'CREATE INDEX events_unpublished ON events (client_id, written) WHERE position IS NULL',
  'CREATE INDEX events_awaited ON events (written) WHERE awaited = 1 AND position IS NULL',
  `CREATE TABLE event_positions (
    id text PRIMARY KEY CHECK (id = 'only'),
    last_position bigint NOT NULL
  )`,
  `CREATE TABLE webhooks (
    webhook_id text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    url text NOT NULL,
    types text,
    sealed_secret text NOT NULL,
    old_sealed_secret text,
    old_secret_until bigint,
    file_secret_hash text,
    created_at bigint NOT NULL,
    removed_at bigint,
    off_since bigint,
    off_reason text CHECK (off_reason IN ('operator', 'gone', 'failing')),
    failing_since bigint,
    paused_until bigint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX webhooks_by_application ON webhooks (client_id, webhook_id)',
  'CREATE INDEX webhooks_removed ON webhooks (webhook_id) WHERE removed_at IS NOT NULL',
  `CREATE TABLE jobs (
    job_id text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('delivery', 'revocation')),
    queue text NOT NULL,
    webhook_id text GENERATED ALWAYS AS (CASE WHEN kind = 'delivery' THEN queue END) STORED
      REFERENCES webhooks ON DELETE CASCADE,
    body text NOT NULL,
    sealed text,
    status text NOT NULL DEFAULT 'waiting'
      CHECK (status IN ('waiting', 'running', 'done', 'failed')),
    created_at bigint NOT NULL DEFAULT 0,
    due_at bigint DEFAULT 0,
    ends_at bigint,
    attempts bigint NOT NULL DEFAULT 0,
    tries text NOT NULL DEFAULT '[]'
  )`,
  'CREATE INDEX jobs_by_webhook ON jobs (webhook_id, job_id)',
  'CREATE INDEX jobs_by_status ON jobs (kind, queue, status, job_id)',
  'CREATE INDEX jobs_by_event ON jobs (substr(body, 8, 35)) WHERE webhook_id IS NOT NULL',
  'CREATE INDEX jobs_sealed ON jobs (job_id) WHERE sealed IS NOT NULL',
  // This index is partial, so that a process finds the queues with work without reading finished jobs.
  `CREATE INDEX jobs_due ON jobs (kind, queue, due_at, job_id)
    WHERE due_at IS NOT NULL`,
];
