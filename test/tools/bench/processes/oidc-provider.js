// oidc-provider as a contestant of `exchange`: opaque tokens, everything in memory, authorization_code.
import Provider from 'oidc-provider';
import { createCode } from './codes.js';
import { application, serve } from './contestant.js';

/** All entries, by model and ID. The package's own adapter keeps only a thousand. */
const entries = new Map();
/** The entries to delete when a grant is revoked. */
const grants = new Map();

/** @param {string} model - the kind of entries */
function createAdapter(model) {
  const keyOf = (/** @type {string} */ id) => `${model}:${id}`;
  return {
    async upsert(/** @type {string} */ id, /** @type {Record<string, unknown>} */ payload) {
      const key = keyOf(id);
      entries.set(key, payload);
      const { grantId } = payload;
      if (grantId === undefined) return;
      const members = grants.get(grantId);
      if (members) members.push(key);
      else grants.set(grantId, [key]);
    },
    async find(/** @type {string} */ id) {
      return entries.get(keyOf(id));
    },
    async findByUid() {},
    async findByUserCode() {},
    async consume(/** @type {string} */ id) {
      entries.get(keyOf(id)).consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(/** @type {string} */ id) {
      entries.delete(keyOf(id));
    },
    async revokeByGrantId(/** @type {string} */ grantId) {
      for (const key of grants.get(grantId) ?? []) entries.delete(key);
      grants.delete(grantId);
    },
  };
}

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

serve(provider.callback(), async (run, count) => {
  const codes = createAdapter('AuthorizationCode');
  const now = Math.floor(Date.now() / 1000);
  for (let index = 0; index < count; index += 1) {
    const accountId = `user_${run}_${index}`;
    const grant = new provider.Grant({ accountId, clientId: application.clientId });
    grant.addOIDCScope(scope);
    const grantId = await grant.save();
    const code = createCode(run, index);
    await codes.upsert(code, {
      kind: 'AuthorizationCode',
      jti: code,
      iat: now,
      exp: now + 600,
      clientId: application.clientId,
      redirectUri: application.redirectUri,
      accountId,
      grantId,
      scope,
      authTime: now,
    });
  }
});
