// The endpoints for backends of `by-hand.js`.
import { randomBytes } from 'node:crypto';

const { INTROSPECTION_SECRET = '', PUBLIC_URL = '' } = process.env;

const findOwner = `SELECT accounts.id AS account_id, accounts.client_id, accounts.provider_id,
    applications.environment, tokens.issued_at, tokens.expires_at, accounts.connected_at,
    accounts.username, switch.state AS provider_state, accounts.status, accounts.status_since,
    accounts.shares, accounts.consented_at, accounts.consent_ends_at, accounts.last_used_at,
    accounts.sealed_grant, accounts.grant_revision,
    coalesce(applications.public_client_id, applications.client_id) AS public_client_id
  FROM tokens
  JOIN accounts ON accounts.id = tokens.account_id
  JOIN applications ON applications.client_id = accounts.client_id
  LEFT JOIN provider_switches AS switch ON switch.provider_id = accounts.provider_id
  WHERE tokens.token_hash = $1 AND tokens.revoked_at IS NULL
    AND coalesce(accounts.disconnected_at, 0) = 0 AND applications.deleted_at IS NULL
    AND tokens.environment = applications.environment`;

const findCredentials = `SELECT application.client_id,
    coalesce(public_client_id, application.client_id) AS public_client_id, name, environment,
    submission_limit, submissions_used, anonymous_submissions, purpose, privacy_url, consent_days,
    token_days, provider_ids, (SELECT switches FROM switched_providers) AS switches, secret_hash, expires_at
  FROM applications AS application JOIN application_secrets AS secret
    ON secret.client_id = application.client_id
  WHERE deleted_at IS NULL AND coalesce(public_client_id, application.client_id) = $1`;

const addSession = `INSERT INTO connect_sessions (session_id, session_hash, client_id, known_account_id,
    provider_ids, state, locale, redirect_uri, created_at, expires_at, kept_until, idempotency_hash,
    request_hash, session_salt)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 FROM applications
  WHERE applications.client_id = $3 AND deleted_at IS NULL AND $15 > (
    SELECT count(*) FROM (SELECT 1 AS one FROM connect_sessions
      WHERE client_id = $3 AND status = 'open' AND expires_at > $9 LIMIT $15) AS open)
  RETURNING session_id`;
const maxOpenSessions = 100_000;

const findDueSessions = `SELECT session_hash FROM connect_sessions
  WHERE status = 'open' AND expires_at <= $1 LIMIT 500`;
const findPosition = `SELECT position FROM events WHERE client_id = $1 AND id = $2 AND position > 0`;
const listEvents = `SELECT id, type, created_at, data FROM events
  WHERE client_id = $1 AND position > $2 AND id > $3 ORDER BY position LIMIT $4`;
const dayMs = 24 * 60 * 60 * 1000;

/** @typedef {import('./by-hand.js').Parts} Parts */
/** @typedef {import('./by-hand.js').Handlers} Handlers */

/**
 * @param {Parts} parts
 * @returns {Handlers}
 */
export function createBackend(parts) {
  return { ...createTokenEndpoints(parts), ...createApplicationEndpoints(parts) };
}

/**
 * @param {Parts} parts
 * @returns {Handlers}
 */
function createTokenEndpoints({ database, hash, areSame }) {
  const introspectionHash = hash(INTROSPECTION_SECRET);

  async function findByToken(/** @type {string} */ token) {
    const [owner] = await database.query([findOwner, [hash(token)]]);
    const isOver = owner && owner.expires_at !== null && owner.expires_at <= Date.now();
    return isOver ? undefined : owner;
  }

  return {
    async 'GET /account'({ headers }) {
      const owner = await findByToken(readBearer(headers));
      if (!owner) return createRefusal('invalid_token');
      const consent = {
        granted_at: toTime(owner.consented_at),
        expires_at: owner.consent_ends_at && toTime(owner.consent_ends_at),
        shares: owner.shares.split(' '),
      };
      const { account_id, provider_id, environment, status } = owner;
      const connected_at = toTime(owner.connected_at);
      const status_since = toTime(owner.status_since);
      const body = {
        account_id,
        provider_id,
        environment,
        connected_at,
        status,
        status_since,
        consent,
      };
      return { status: 200, body };
    },
    async 'POST /auth/introspect'({ headers, body }) {
      if (!areSame(hash(readBearer(headers)), introspectionHash))
        return createRefusal('invalid_token');
      const owner = await findByToken(new URLSearchParams(body).get('token') ?? '');
      if (!owner) return { status: 200, body: { active: false } };
      const { public_client_id: client_id, account_id: sub } = owner;
      const iat = Math.floor(owner.issued_at / 1000);
      return { status: 200, body: { active: true, client_id, sub, iss: PUBLIC_URL, iat } };
    },
  };
}

/**
 * @param {Parts} parts
 * @returns {Handlers}
 */
function createApplicationEndpoints({ database, limit, hash, createSecret, areSame }) {
  async function authenticate(/** @type {import('node:http').IncomingHttpHeaders} */ headers) {
    const [, encoded = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
    const [clientId = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    const rows = await database.query([findCredentials, [clientId], 'credentials']);
    const secretHash = hash(secret);
    return rows.find((row) => areSame(row.secret_hash, secretHash));
  }

  return {
    async 'POST /connect/sessions'({ headers, body }) {
      const fields = JSON.parse(body);
      const application = await authenticate(headers);
      if (!application) return createRefusal('invalid_client');
      await limit(`sessions ${application.client_id}`, 6000, 60_000);
      const now = Date.now();
      const session = createSecret();
      const session_id = `cs_${now.toString(16).padStart(12, '0')}${randomBytes(12).toString('hex')}`;
      const expiresAt = now + fields.expires_in * 1000;
      const terms = [null, null, fields.state, null, null, now, expiresAt, expiresAt + 7 * dayMs];
      const values = [session_id, hash(session), application.client_id, ...terms, null, null, null];
      const added = await database.query([addSession, [...values, maxOpenSessions]]);
      if (added.length === 0) return createRefusal('session_limit_reached');
      const query = new URLSearchParams({ client_id: application.public_client_id, session });
      const url = `${PUBLIC_URL}/connect?${query}`;
      return { status: 201, body: { session_id, session, url, expires_at: toTime(expiresAt) } };
    },
    async 'GET /events'({ headers, query }) {
      const application = await authenticate(headers);
      if (!application) return createRefusal('invalid_client');
      const { client_id } = application;
      const now = Date.now();
      const due = await database.query([findDueSessions, [now]]);
      if (due.length > 0) throw new Error('No session of the measurement expires.');
      const [after] = await database.query([findPosition, [client_id, query.get('after')]]);
      if (!after) return createRefusal('invalid_request');
      const first = `ev_${(now - 30 * dayMs).toString(16).padStart(12, '0')}`;
      const page = [client_id, after.position, first, Number(query.get('limit'))];
      const events = await database.query([listEvents, page]);
      const body = {
        events: events.map(({ id, type, created_at, data }) => ({
          ...{ id, type, created_at: toTime(created_at) },
          data: JSON.parse(data),
        })),
        next: events.at(-1)?.id ?? null,
      };
      return { status: 200, body };
    },
  };
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function readBearer(headers) {
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  return token;
}

/**
 * @param {string} error
 * @returns {import('./by-hand.js').Answer}
 */
function createRefusal(error) {
  return { status: 401, body: { error } };
}

/** @param {number} time */
function toTime(time) {
  return new Date(time).toISOString();
}
