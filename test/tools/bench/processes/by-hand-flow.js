// The steps of a flow of `by-hand.js`. The document and the list of providers are those that the service has sent.
import { randomBytes, randomInt } from 'node:crypto';

/**
 * @typedef {object} FlowSample
 * @property {string} page - a document of the service
 * @property {Record<string, string>} headers - of that document
 * @property {{ token: string, reference: string, nonce: string }} values - of that document, to be replaced
 * @property {object} started - the answer of the first step
 * @property {unknown} selected - the provider in the answer of the second step
 */
/** @typedef {import('./by-hand-database.js').Row} Row */

/** @type {FlowSample} */
const sample = JSON.parse(process.env.SAMPLE ?? '{}');

const selectApplication = `SELECT client_id, coalesce(public_client_id, client_id) AS public_client_id, name,
    environment, submission_limit, submissions_used, anonymous_submissions, purpose, privacy_url,
    consent_days, token_days, provider_ids, (SELECT switches FROM switched_providers) AS switches
  FROM applications WHERE deleted_at IS NULL AND`;
const findApplication = `${selectApplication} client_id = $1`;
const findByPublicId = `${selectApplication} coalesce(public_client_id, client_id) = $1`;
const listOrigins = 'SELECT origin FROM origins WHERE client_id = $1';
const findLogo = 'SELECT name FROM application_logos WHERE client_id = $1';
const isLive = `(flows.kind = 'manage' OR EXISTS (SELECT owner.client_id FROM applications AS owner
  WHERE owner.client_id = flows.client_id AND owner.deleted_at IS NULL))`;
const addFlow = `INSERT INTO flows (token_hash, client_id, kind, redirect_uri, state, code_challenge, step,
    revision, expires_at, referrer_origin, reference)
  SELECT $1, $2, 'embedded', NULL, NULL, NULL, 'new', 0, $3, NULL, $4 FROM applications
  WHERE applications.client_id = $2 AND deleted_at IS NULL RETURNING client_id`;
const findFlow = `SELECT * FROM flows WHERE ${isLive} AND token_hash = $1`;
/** @param {string} changes */
const move = (changes) => `UPDATE flows SET ${changes}, revision = revision + 1
  WHERE token_hash = $1 AND step = $2 AND revision = $3 AND ${isLive} RETURNING token_hash`;
const noProblem = 'problem = NULL, problem_at = NULL, problem_provider_id = NULL';
const moveToSelect =
  move(`step = 'select', host_origin = $4, nonce = $5, state = $6, reference = $7,
  started_at = $8, account_id = NULL, session_hash = NULL, expires_at = $9`);
const moveToLogin = move(`${noProblem}, step = 'login', provider_id = $4`);
const moveToConsent =
  move(`${noProblem}, step = 'consent', username = $4, attempt = $5, subject = $6,
  account_label = $7, shares = $8, sealed_grant = NULL, terms = $9, sealed_challenge = NULL`);
const moveToIssued = move(`step = 'issued', code_hash = $4, code_salt = $5, sealed_grant = NULL`);
const readAttempts = `SELECT attempts FROM login_attempts
  WHERE provider_id = $1 AND username = $2 AND window_end > $3`;
const countAtNetwork = `INSERT INTO network_attempts (provider_id, username, network_hash, attempts, last_at)
  VALUES ($1, $2, $3, 1, $4)
  ON CONFLICT (provider_id, username, network_hash) DO UPDATE SET
    attempts = CASE WHEN network_attempts.last_at <= $4 - 3600000 THEN 1 ELSE network_attempts.attempts + 1 END,
    last_at = excluded.last_at
  WHERE network_attempts.attempts < 10 OR network_attempts.last_at <= $4 - 960000 RETURNING attempts`;
const countAttempt = `INSERT INTO login_attempts (provider_id, username, attempts, window_end)
  VALUES ($1, $2, 1, $4)
  ON CONFLICT (provider_id, username) DO UPDATE SET
    attempts = CASE WHEN login_attempts.window_end <= $3 THEN 1 ELSE login_attempts.attempts + 1 END,
    window_end = CASE WHEN login_attempts.window_end <= $3 THEN excluded.window_end ELSE login_attempts.window_end END
  RETURNING attempts, window_end`;
const forgetAtNetwork = `DELETE FROM network_attempts
  WHERE provider_id = $1 AND username = $2 AND network_hash = $3 RETURNING attempts`;
const takeBackAttempts = `UPDATE login_attempts
  SET attempts = CASE WHEN attempts > $3 THEN attempts - $3 ELSE 0 END
  WHERE provider_id = $1 AND username = $2`;
const addCode = `INSERT INTO codes (kind, redirect_uri, host_origin, nonce, state, code_challenge, provider_id,
    username, account_label, sealed_grant, code_hash, client_id, environment, shares, consented_at,
    consent_ends_at, consent_due_at, expires_at, kept_until)
  SELECT 'embedded', NULL, $1, $2, $3, NULL, $4, $5, $6, NULL, $7, $8, $9, $10, $11, NULL, NULL, $12, $12
  FROM applications WHERE applications.client_id = $8 AND deleted_at IS NULL RETURNING client_id`;
const addAccount = `INSERT INTO accounts (id, client_id, provider_id, username, connected_at, last_exchange_at, disconnected_at)
  VALUES ($1, $2, $3, $4, 0, 0, $5)
  ON CONFLICT (client_id, provider_id, username) DO UPDATE SET disconnected_at =
    CASE WHEN accounts.connected_at = 0 THEN excluded.disconnected_at ELSE accounts.disconnected_at END
  RETURNING id`;
const addConsent = `INSERT INTO consents (id, client_id, application, environment, provider_id, provider,
    account_id, shares, purpose, privacy_url, locale, text_hash, granted_at, ends_at, kept_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, $11, NULL, $12)`;

const halfHourMs = 30 * 60 * 1000;
const codeTtlMs = 60_000;
const threeYearsMs = 3 * 365 * 24 * 60 * 60 * 1000;
/** The provider names no shares, so these are all. */
const shares = 'identity returns transcripts forms documents';

/** @typedef {import('./by-hand.js').Parts} Parts */
/** @typedef {import('./by-hand.js').Handlers} Handlers */

/**
 * @param {Parts} parts
 * @returns {Handlers}
 */
export function createFlow(parts) {
  const checks = createChecks(parts);
  return { ...createFirstSteps(parts, checks), ...createLastSteps(parts, checks) };
}

/** @param {Parts} parts */
function createChecks({ database: { query }, limit, hash }) {
  return {
    /**
     * @param {import('./by-hand.js').Asked} asked
     * @param {string} step - that the flow must be at
     */
    async begin({ headers, body }, step) {
      if (headers['sec-fetch-site'] !== 'same-origin') throw new Error('Another page has sent it.');
      const network = String(headers['x-forwarded-for']);
      await limit(`flowSteps ${network}`, 1200, 10_000);
      const fields = JSON.parse(body);
      const [flow] = await query([findFlow, [hash(fields.flow_token)]]);
      if (flow?.step !== step || flow.expires_at <= Date.now()) throw new Error('Another step.');
      const key = [flow.token_hash, flow.step, flow.revision];
      return { network, fields, flow, key };
    },
    /** @returns {Promise<Row>} */
    async requireOne(/** @type {string} */ text, /** @type {unknown[]} */ values) {
      const [row] = await query([text, values]);
      if (row) return row;
      throw new Error(`No row: ${text}`);
    },
    async describeParty(/** @type {Row} */ { client_id, name, environment }) {
      const [logo] = await query([findLogo, [client_id]]);
      return { name, environment, logo: logo ? `/connect/logos/${logo.name}` : null };
    },
    async requireOrigin(/** @type {Row} */ { client_id }, /** @type {string} */ origin) {
      const origins = await query([listOrigins, [client_id]]);
      if (!origins.some((row) => row.origin === origin)) throw new Error('Another origin.');
    },
  };
}

/** @typedef {ReturnType<typeof createChecks>} Checks */

/**
 * @param {Parts} parts
 * @param {Checks} checks
 * @returns {Handlers}
 */
function createFirstSteps({ database: { query }, limit, hash, createSecret }, checks) {
  const { begin, requireOne, describeParty, requireOrigin } = checks;
  return {
    async 'GET /connect'({ headers, query: parameters }) {
      await limit(`pages ${headers['x-forwarded-for']}`, 1200, 60_000);
      const application = await requireOne(findByPublicId, [parameters.get('client_id')]);
      await query([listOrigins, [application.client_id]]);
      const token = createSecret();
      const reference = Array.from(
        { length: 8 },
        () => 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'[randomInt(32)],
      ).join('');
      const values = [hash(token), application.client_id, Date.now() + halfHourMs, reference];
      await requireOne(addFlow, values);
      await describeParty(application);
      return {
        status: 200,
        ...renderPage({ token, reference, nonce: randomBytes(16).toString('base64') }),
      };
    },
    async 'POST /connect/flow/start'(asked) {
      const { fields, flow, key } = await begin(asked, 'new');
      const application = await requireOne(findApplication, [flow.client_id]);
      await requireOrigin(application, fields.origin);
      const now = Date.now();
      const { origin, nonce, state } = fields;
      const values = [origin, nonce, state, flow.reference, now, now + halfHourMs];
      await requireOne(moveToSelect, [...key, ...values]);
      const party = await describeParty(application);
      return { status: 200, body: { ...sample.started, application: party, origin } };
    },
    async 'POST /connect/flow/provider'(asked) {
      const { fields, flow, key } = await begin(asked, 'select');
      await requireOne(findApplication, [flow.client_id]);
      await requireOne(moveToLogin, [...key, fields.provider_id]);
      return { status: 200, body: { step: 'login', provider: sample.selected } };
    },
  };
}

/**
 * @param {Parts} parts
 * @param {Checks} checks
 * @returns {Handlers}
 */
function createLastSteps({ database, limit, hash, derive, createSecret }, checks) {
  const { query } = database;
  const { begin, requireOne, requireOrigin } = checks;
  return {
    async 'POST /connect/flow/login'(asked) {
      const { network, fields, flow, key } = await begin(asked, 'login');
      const { provider_id } = flow;
      await limit(`logins ${network}`, 300, 60_000);
      await requireOne(findApplication, [flow.client_id]);
      const { username } = fields;
      const attempt = derive(
        fields.flow_token,
        JSON.stringify(['login', provider_id, { username }]),
      );
      const account = [provider_id, username.normalize('NFKC').trim().toLowerCase()];
      const networkHash = hash(network);
      const now = Date.now();
      await query([readAttempts, [...account, now]]);
      await requireOne(countAtNetwork, [...account, networkHash, now]);
      await requireOne(countAttempt, [...account, now, now + 3_600_000]);
      const { purpose, privacy_url, consent_days } = await requireOne(findApplication, [
        flow.client_id,
      ]);
      const terms = { purpose, privacy_url, consent_days };
      const values = [username, attempt, username, username, shares, JSON.stringify(terms)];
      await requireOne(moveToConsent, [...key, ...values]);
      const { attempts } = await requireOne(forgetAtNetwork, [...account, networkHash]);
      await query([takeBackAttempts, [...account, attempts]]);
      const label = { label: username };
      return {
        status: 200,
        body: { step: 'consent', account: label, shares: shares.split(' '), terms },
      };
    },
    async 'POST /connect/flow/consent'(asked) {
      const { fields, flow, key } = await begin(asked, 'consent');
      const application = await requireOne(findApplication, [flow.client_id]);
      await requireOne(findApplication, [flow.client_id]);
      await requireOrigin(application, flow.host_origin);
      const salt = createSecret();
      const code = derive(fields.flow_token, salt);
      await database.transact(issue({ flow, application, key, codeHash: hash(code), salt }));
      return { status: 200, body: { code, nonce: flow.nonce } };
    },
  };
}

/**
 * @param {{ flow: Row, application: Row, key: unknown[], codeHash: string, salt: string }} order
 * @returns {import('./by-hand-database.js').Steps}
 */
function* issue({ flow, application, key, codeHash, salt }) {
  const { client_id, environment } = application;
  const { host_origin, nonce, state, provider_id, subject } = flow;
  const now = Date.now();
  const id = (/** @type {string} */ prefix) =>
    `${prefix}_${now.toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`;
  const named = [provider_id, subject, flow.account_label];
  const bound = [client_id, environment, flow.shares, now, now + codeTtlMs];
  yield [addCode, [host_origin, nonce, state, ...named, codeHash, ...bound]];
  const [account] = yield [addAccount, [id('account'), client_id, provider_id, subject, now]];
  const moved = yield [moveToIssued, [...key, codeHash, salt]];
  if (moved.length === 0) throw new Error('The flow has moved on.');
  const party = [
    application.public_client_id,
    application.name,
    environment,
    provider_id,
    'Soak Tax',
  ];
  const { purpose, privacy_url } = JSON.parse(flow.terms);
  const shown = [account?.id, flow.shares, purpose, privacy_url, now, now + threeYearsMs];
  yield [addConsent, [id('consent'), ...party, ...shown]];
}

/** @param {FlowSample['values']} values */
function renderPage({ token, reference, nonce }) {
  const { page, headers, values } = sample;
  const body = page
    .replaceAll(values.token, token)
    .replaceAll(values.reference, reference)
    .replaceAll(values.nonce, nonce);
  const policy = headers['content-security-policy'] ?? '';
  return {
    body,
    headers: { ...headers, 'content-security-policy': policy.replace(values.nonce, nonce) },
  };
}
