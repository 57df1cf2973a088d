// oidc-provider as a contestant of `exchange`: opaque tokens, authorization_code. Its data are in PostgreSQL. The
// adapter has rows by model and ID, as those that its documentation lists. It tells its parent process its port, and
// accepts new codes from it.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { Pool } from 'pg';
import { createCode } from './codes.js';

/** @typedef {Record<string, unknown>} Payload */

const { createAdapter, plant } = await openDatabase(process.env.PEER_DATABASE_URL ?? '');

/** The one application that it knows. */
const application = {
  clientId: process.env.CLIENT_ID ?? '',
  clientSecret: process.env.CLIENT_SECRET ?? '',
  redirectUri: process.env.REDIRECT_URI ?? '',
};
const scope = 'returns';
const provider = new Provider('http://127.0.0.1', {
  adapter: createAdapter,
  clients: [
    {
      client_id: application.clientId,
      client_secret: application.clientSecret,
      redirect_uris: [application.redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  // Without `openid`, no ID token is signed. Our service signs none either.
  scopes: [scope],
  clientAuthMethods: ['client_secret_post'],
  pkce: { required: () => false },
  features: { devInteractions: { enabled: false } },
  findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  ttl: { AuthorizationCode: 600, AccessToken: 3600, Grant: 3600 },
});

const server = createServer(provider.callback());
server.listen(0, '127.0.0.1', () => {
  const { port: listenPort } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.({ listenPort });
});
process.on('message', (message) => {
  const { run, count } = /** @type {{ run: string, count: number }} */ (message);
  plantCodes(run, count).then(
    () => process.send?.({ planted: count }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

/**
 * @param {string} run - see `createCode`
 * @param {number} count
 */
async function plantCodes(run, count) {
  const now = Math.floor(Date.now() / 1000);
  const entries = Array.from({ length: count }, (_, index) => {
    const code = createCode(run, index);
    const [accountId, grantId] = [`user_${run}_${index}`, `grant_${run}_${index}`];
    const common = { iat: now, exp: now + 600, accountId, clientId: application.clientId };
    const grant = { ...common, kind: 'Grant', jti: grantId, openid: { scope } };
    const { redirectUri } = application;
    const rest = {
      kind: 'AuthorizationCode',
      jti: code,
      redirectUri,
      grantId,
      scope,
      authTime: now,
    };
    return [
      { model: 'Grant', id: grantId, payload: grant },
      { model: 'AuthorizationCode', id: code, payload: { ...common, ...rest } },
    ];
  });
  await plant(entries.flat());
}

/** @param {string} connectionString - of an empty database */
async function openDatabase(connectionString) {
  const pool = new Pool({ connectionString, max: 10 });
  // The server ends before this process when a benchmark fails.
  pool.on('error', () => process.exit(1));
  await pool.query(`CREATE TABLE entries (model text, id text, payload jsonb NOT NULL, grant_id text,
    expires_at timestamptz, consumed_at timestamptz, PRIMARY KEY (model, id))`);
  await pool.query('CREATE INDEX entries_of_grant ON entries (grant_id)');
  return {
    /** @param {string} model - the kind of entries */
    createAdapter(model) {
      return {
        async upsert(/** @type {string} */ id, /** @type {Payload} */ payload, ttl = 0) {
          await pool.query(
            `INSERT INTO entries (model, id, payload, grant_id, expires_at)
              VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')
              ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload,
                grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
            [model, id, payload, payload.grantId, ttl],
          );
        },
        async find(/** @type {string} */ id) {
          const { rows } = await pool.query(
            'SELECT payload, consumed_at FROM entries WHERE model = $1 AND id = $2',
            [model, id],
          );
          const [row] = rows;
          return row && { ...row.payload, ...(row.consumed_at ? { consumed: true } : {}) };
        },
        async findByUid() {},
        async findByUserCode() {},
        async consume(/** @type {string} */ id) {
          const text = 'UPDATE entries SET consumed_at = now() WHERE model = $1 AND id = $2';
          await pool.query(text, [model, id]);
        },
        async destroy(/** @type {string} */ id) {
          await pool.query('DELETE FROM entries WHERE model = $1 AND id = $2', [model, id]);
        },
        async revokeByGrantId(/** @type {string} */ grantId) {
          await pool.query('DELETE FROM entries WHERE grant_id = $1', [grantId]);
        },
      };
    },
    async plant(/** @type {{ model: string, id: string, payload: Payload }[]} */ planted) {
      await pool.query('CHECKPOINT');
      await pool.query(
        `INSERT INTO entries (model, id, payload, grant_id, expires_at)
          SELECT value ->> 'model', value ->> 'id', value -> 'payload',
            value -> 'payload' ->> 'grantId', now() + interval '1 hour'
          FROM jsonb_array_elements($1::jsonb) AS planted (value)`,
        [JSON.stringify(planted)],
      );
      await pool.query('VACUUM ANALYZE entries');
    },
  };
}
