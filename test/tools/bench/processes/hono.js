// `GET /account` and `GET /records`, written by hand with Hono: the same query, and the same records from memory.
// It has no limits and no log, and checks nothing that the provider answers.
import { createHash } from 'node:crypto';
import { serve } from '@hono/node-server';
import SqliteConnection from 'better-sqlite3';
import { Hono } from 'hono';
import { Pool } from 'pg';

const { DATABASE_URL, DATABASE_FILE = '' } = process.env;
/** The same records that our service answers. */
const answer = JSON.parse(process.env.RECORDS ?? '{}');

/**
 * The query of the service, by one token.
 *
 * @param {string} placeholder
 */
const queryWith = (
  placeholder,
) => `SELECT accounts.id, accounts.provider_id, applications.environment,
    accounts.connected_at, accounts.username, accounts.status, accounts.status_since, accounts.shares,
    accounts.consented_at, accounts.sealed_grant, accounts.grant_revision
  FROM tokens
  JOIN accounts ON accounts.id = tokens.account_id
  JOIN applications ON applications.client_id = accounts.client_id
  WHERE tokens.token_hash = ${placeholder} AND tokens.revoked_at IS NULL
    AND coalesce(accounts.disconnected_at, 0) = 0 AND applications.deleted_at IS NULL
    AND tokens.environment = applications.environment`;

/**
 * @typedef {object} Account
 * @property {string} id
 * @property {string} provider_id
 * @property {string} environment
 * @property {number} connected_at
 * @property {string} status
 * @property {number} status_since
 * @property {string} shares
 * @property {number} consented_at
 */

/** @returns {(hash: string) => Promise<Account | undefined>} */
function openDatabase() {
  if (DATABASE_URL) {
    const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
    return async (hash) => (await pool.query(queryWith('$1'), [hash])).rows[0];
  }
  const statement = new SqliteConnection(DATABASE_FILE, { readonly: true }).prepare(queryWith('?'));
  return async (hash) => /** @type {Account | undefined} */ (statement.get(hash));
}

const find = openDatabase();
const app = new Hono();

/** @param {import('hono').Context} context */
async function findOwner(context) {
  const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '') ?? [];
  return await find(createHash('sha256').update(token).digest('hex'));
}

const toTime = (/** @type {number} */ time) => new Date(Number(time)).toISOString();

app.get('/account', async (context) => {
  const owner = await findOwner(context);
  if (!owner) return context.json({ error: 'invalid_token' }, 401);
  return context.json({
    account_id: owner.id,
    provider_id: owner.provider_id,
    environment: owner.environment,
    connected_at: toTime(owner.connected_at),
    status: owner.status,
    status_since: toTime(owner.status_since),
    consent: {
      granted_at: toTime(owner.consented_at),
      expires_at: null,
      shares: owner.shares.split(' '),
    },
  });
});

app.get('/records', async (context) => {
  const owner = await findOwner(context);
  if (!owner) return context.json({ error: 'invalid_token' }, 401);
  return context.json(answer);
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.({ listenPort: port }),
);
process.on('disconnect', () => process.exit());
