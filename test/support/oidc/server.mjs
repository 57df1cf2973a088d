// An authorization server of another origin, in a separate process: node-oidc-provider with pages for a
// person. Its configuration is one argument of JSON. It prints its origin, and ends when its standard input
// closes.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Provider from 'oidc-provider';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @type {{ redirectUri?: string, clientId: string, clientSecret: string, headers?: Record<string, string>, wrongIssuer?: boolean }} */
const options = JSON.parse(process.argv[2] ?? '{}');
/** What a test changes by `control`, which describes each in start-oidc-server.ts. */
const behaviour = {
  slow: 0,
  down: false,
  nameless: false,
  roles: '{}',
  isolated: false,
  otherIssuer: false,
  redirect: options.redirectUri,
  hanging: false,
  rotating: true,
};
/** What a test reads by `control`. */
const records = {
  /** @type {string[]} */
  revoked: [],
  returned: '',
  hanging: 0,
  refreshes: 0,
  endedGrants: 0,
};

const server = createServer();
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const issuer = `http://localhost:${port}`;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ format: 'jwk' });
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: options.clientId,
      client_secret: options.clientSecret,
      redirect_uris: [options.redirectUri ?? 'http://localhost/set-later'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['of this test'] },
  claims: { openid: ['sub', 'roles'], email: ['email'] },
  pkce: { required: () => true },
  rotateRefreshToken: () => behaviour.rotating,
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  interactions: { url: (_, { uid }) => `/person/${uid}` },
  async findAccount(_, sub) {
    /** @param {string} use */
    const claims = (use) => {
      /** @type {{ id_token?: unknown, userinfo?: unknown }} */
      const { id_token, userinfo } = JSON.parse(behaviour.roles);
      return { sub, email: `${sub}@example.com`, roles: use === 'id_token' ? id_token : userinfo };
    };
    return { accountId: sub, claims };
  },
  ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60 },
});
// A service that starts later registers its redirect URI here.
provider.Client.prototype.redirectUriAllowed = (/** @type {string} */ uri) =>
  uri === behaviour.redirect;
provider.on('access_token.destroyed', () => records.revoked.push('access token'));
/** The access tokens that its API accepts. */
const accepted = new Set();
provider.on('access_token.saved', ({ jti }) => accepted.add(jti));
provider.on('grant.success', ({ oidc }) => {
  if (oidc.params?.grant_type === 'refresh_token') records.refreshes += 1;
});
provider.on('grant.revoked', () => {
  records.endedGrants += 1;
});
/** @type {Set<{ destroy(): Promise<void> }>} */
const refreshTokens = new Set();
provider.on('refresh_token.saved', (token) => refreshTokens.add(token));
const handle = provider.callback();

/** @param {string} uid - the ID of the interaction */
const page = (uid) => `<!doctype html><html lang="en"><title>Orchard Tax</title>
<h1>Orchard Tax, the provider itself</h1>
<form method="post" action="/person/${uid}/allow"><label>Name <input name="name" value="ada"></label><button>Sign in</button></form>
<form method="post" action="/person/${uid}/refuse"><button>Cancel</button></form>`;

server.on('request', async (request, response) => {
  for (const [name, value] of Object.entries(options.headers ?? {}))
    response.setHeader(name, value);
  if (behaviour.isolated) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  watchReturn(response);
  const { pathname, search } = new URL(request.url ?? '/', issuer);
  if (pathname === '/control') {
    response.end(await control(JSON.parse(decodeURIComponent(search.slice(1)))));
    return;
  }
  if (pathname === '/api/records') {
    answerRecords(request, response);
    return;
  }
  if (isDown(pathname)) {
    response.writeHead(503).end('down');
    return;
  }
  if (pathname === '/token') await sleep(behaviour.slow);
  if (options.wrongIssuer && pathname === '/.well-known/openid-configuration') {
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({ issuer: 'https://other.example', token_endpoint: `${issuer}/token` }),
    );
    return;
  }
  const [, person, uid = '', act] = pathname.split('/');
  if (person !== 'person') {
    await handle(request, response);
    return;
  }
  try {
    if (act === undefined) {
      await provider.interactionDetails(request, response);
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page(uid));
    } else await finish(request, response, act);
  } catch {
    response.writeHead(400).end('This sign-in is over.');
  }
});

/** @param {string} pathname */
function isDown(pathname) {
  if (behaviour.nameless && pathname === '/me') return true;
  return behaviour.down && !pathname.startsWith('/auth') && !pathname.startsWith('/person');
}

/**
 * Called by the test.
 *
 * @param {Partial<typeof behaviour> & { expired?: true, forgotten?: true }} change
 */
async function control({ expired, forgotten, ...change }) {
  Object.assign(behaviour, change);
  if (expired) accepted.clear();
  if (forgotten) await Promise.all([...refreshTokens].map((one) => one.destroy()));
  return JSON.stringify(records);
}

/**
 * The provider's API, which is called with an access token.
 *
 * @param {Request} request
 * @param {Response} response
 */
function answerRecords({ headers }, response) {
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (!accepted.has(token)) {
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }).end();
  } else if (behaviour.hanging) records.hanging += 1;
  else response.setHeader('Content-Type', 'application/json').end('[]');
}

/**
 * Records the return address, and replaces the issuer in it if the test wants that.
 *
 * @param {Response} response
 */
function watchReturn(response) {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const isReturn = /^location$/i.test(name) && String(value).startsWith(`${behaviour.redirect}?`);
    if (!isReturn) return setHeader(name, value);
    const url = new URL(String(value));
    if (behaviour.otherIssuer) url.searchParams.set('iss', 'https://other.example');
    records.returned = url.href;
    return setHeader(name, url.href);
  };
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {string} act
 */
async function finish(request, response, act) {
  if (act === 'refuse') {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
    return;
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const accountId = new URLSearchParams(body).get('name') || 'ada';
  const { params, prompt } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const grantId = await grant.save();
  const login = prompt.name === 'login' ? { login: { accountId } } : {};
  await provider.interactionFinished(request, response, { ...login, consent: { grantId } });
}

process.stdout.write(`${issuer}\n`);
process.stdin.resume().on('end', () => process.exit());
