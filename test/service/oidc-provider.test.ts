import { generateKeyPairSync, sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createOidcProvider, type ProviderContext } from 'tax-connect/providers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RawServer, startServer } from '../unit/server/raw-http.ts';
import { measureHeap } from './heap.ts';

const clientId = 'ours';
const clientSecret = 'a secret with spaces';
const redirectUri = 'https://connect.example/connect/return';

let server: RawServer;
let issuer: string;
/** Added to the metadata. */
let metadata: object;
/** Takes a request to the token endpoint, whose answer never comes. */
let onTokenRequest: (request: IncomingMessage) => void;
/** The status and the body of an endpoint's answer, and its `WWW-Authenticate`. */
type Answer = readonly [number, object, string?];
/** The answers of the endpoints, by path. */
let answers: Record<string, Answer>;
/** True when the token endpoint refuses a secret in the body. */
let refusesBody: boolean;
/** The requests that were answered, by path, and the token of each revocation. */
let seen: string[];

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }];

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs an ID token of Ada. */
function signIdToken(claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const person = { iss: issuer, aud: clientId, sub: 'ada', iat: now, exp: now + 60, ...claims };
  const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(person)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

beforeEach(async () => {
  metadata = {};
  answers = {};
  seen = [];
  refusesBody = false;
  onTokenRequest = () => {};
  server = await startServer(async (request, response) => {
    const { url = '' } = request;
    const known = answers[url];
    if (known) {
      const body = new URLSearchParams(await text(request));
      seen.push(`${url} ${body.get('token') ?? ''}`.trim());
      const isRefused = refusesBody && body.has('client_secret');
      const answer: Answer = isRefused ? [401, { error: 'invalid_client' }] : known;
      if (answer[2]) response.setHeader('WWW-Authenticate', answer[2]);
      response.writeHead(answer[0], { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer[1]));
      return;
    }
    seen.push(url);
    if (url === '/token') {
      onTokenRequest(request);
      return;
    }
    const endpoints = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
    };
    const own = { issuer, ...endpoints, response_types_supported: ['code'], ...metadata };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(own));
  });
  issuer = server.origin;
});

afterEach(() => server.close());

const info = { id: 'fake', name: 'Fake Tax', domain: 'fake.example' };
const createProvider = () => createOidcProvider({ issuer, clientId, clientSecret, info });

const context: ProviderContext = {
  signal: new AbortController().signal,
  log() {},
  clientId: 'app',
  environment: 'live',
  locale: 'en',
};

/** Comes back from the provider's site with a code. */
async function comeBack(claims?: object, provider = createProvider(), signal = context.signal) {
  const { url, state } = await provider.authorize({ redirectUri, state: 's' }, context);
  if (claims) {
    const id_token = signIdToken({ nonce: url.searchParams.get('nonce'), ...claims });
    answers['/token'] = [200, { ...tokens, id_token }];
  }
  const back = { url: new URL(`${redirectUri}?code=c&state=s`), state };
  return await provider.complete(back, { ...context, signal });
}

const tokens = { access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer' };

/** Adds the endpoints that a sign-in uses. */
function addEndpoints(userInfo: Answer) {
  metadata = {
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    revocation_endpoint: `${issuer}/revoke`,
  };
  answers = { '/jwks': [200, { keys }], '/userinfo': userInfo, '/revoke': [200, {}] };
}

const basic = `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`)}`;

/** Comes back from the provider's site with an error. */
async function refuse(error: string) {
  const provider = createProvider();
  const { state } = await provider.authorize({ redirectUri, state: 's' }, context);
  const url = new URL(`${redirectUri}?error=${error}&state=s`);
  return await provider.complete({ url, state }, context);
}

describe('a token request of createOidcProvider', () => {
  const bothPlaces = {
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  };
  it.each([
    ['in a header by default', undefined, true],
    ['in a header', ['client_secret_basic'], true],
    ['in the body', ['client_secret_post'], false],
  ])('has the secret %s', async (_, methods, isInHeader) => {
    metadata = { token_endpoint_auth_methods_supported: methods };
    const requested = new Promise<IncomingMessage>((resolve) => (onTokenRequest = resolve));
    const leaving = new AbortController();
    const completed = comeBack(undefined, createProvider(), leaving.signal).catch(() => undefined);

    const request = await requested;
    const body = new URLSearchParams(await text(request));
    leaving.abort();
    await completed;

    expect(request.headers.authorization).toBe(isInHeader ? basic : undefined);
    expect(body.get('client_secret')).toBe(isInHeader ? null : clientSecret);
  });

  // Ory Hydra, Okta and others list both, and accept from a client the one that it is registered for.
  it('has the secret where the client is registered for it, and stays there', async () => {
    addEndpoints([200, {}]);
    Object.assign(metadata, bothPlaces);
    refusesBody = true;
    const provider = createProvider();

    for (const _ of [1, 2]) expect((await comeBack({}, provider)).status).toBe('accepted');
    expect(seen.filter((one) => one === '/token')).toHaveLength(3);
  });

  it('is refused with a wrong secret, after both places for it', async () => {
    metadata = bothPlaces;
    answers['/token'] = [401, { error: 'invalid_client' }, 'Basic realm="tokens"'];
    await expect(comeBack()).rejects.toThrow('(invalid_client)');
    expect(seen.filter((one) => one === '/token')).toHaveLength(2);
  });

  it('ends with the signal of the service', async () => {
    const leaving = new AbortController();
    const closed = new Promise<string>((resolve) => {
      onTokenRequest = (request) => {
        request.socket.once('close', () => resolve('closed'));
        leaving.abort();
      };
    });
    await expect(comeBack(undefined, createProvider(), leaving.signal)).rejects.toThrow();
    expect(await closed).toBe('closed');
  }, 10_000);
});

describe('a sign-in of createOidcProvider', () => {
  const accepted = { status: 'accepted', subject: 'ada' };
  const name = { sub: 'ada', name: 'Ada' };

  it.each<[string, Answer, string]>([
    ['uses the name of userinfo', [200, name], 'Ada'],
    ['uses the user name instead', [200, { ...name, preferred_username: 'ada_l' }], 'ada_l'],
    [
      'uses the e-mail address instead',
      [200, { ...name, preferred_username: 'ada_l', email: 'ada@a.io' }],
      'ada@a.io',
    ],
    ['passes over a name of blanks', [200, { ...name, email: ' \n' }], 'Ada'],
    ['passes over a name of direction marks', [200, { ...name, email: '\u202e\u200f' }], 'Ada'],
    [
      'cuts a long name between characters',
      [200, { ...name, name: `${'x'.repeat(196)}👩‍👧‍👦` }],
      'x'.repeat(196),
    ],
    ['succeeds while userinfo is down', [503, {}], 'ada'],
    ['succeeds when userinfo refuses the token', [401, {}], 'ada'],
    ['succeeds when userinfo answers no JSON object', [200, ['Ada']], 'ada'],
    ['succeeds when userinfo does not say whose name it is', [200, { name: 'Eve' }], 'ada'],
  ])('%s', async (_, userInfo, label) => {
    addEndpoints(userInfo);
    const outcome = await comeBack({});
    expect(outcome).toMatchObject({ ...accepted, label, grant: { refreshToken: 'refresh' } });
    expect(seen.filter((one) => one.startsWith('/revoke'))).toEqual([]);
  });

  // LinkedIn and Apple have names of their own for "Cancel".
  it.each(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'])(
    'is refused by the person with %s',
    async (error) => expect(await refuse(error)).toEqual({ status: 'refused' }),
  );

  // The log has only the message of a plug-in's error.
  it('has failed with any other error, which the message names', async () => {
    await expect(refuse('unauthorized_client')).rejects.toThrow('(unauthorized_client)');
  });

  it.each<[string, Record<string, Answer>, object, string]>([
    ['userinfo describes another person', { '/userinfo': [200, { sub: 'eve' }] }, {}, 'person'],
    ['the keys cannot be fetched', { '/jwks': [503, {}] }, {}, 'unexpected HTTP response'],
    ['the ID token is for another client, which the message says', {}, { aud: 'other' }, '"aud"'],
  ])('leaves no grant behind when %s', async (...[, changed, claims, message]) => {
    addEndpoints([200, name]);
    Object.assign(answers, changed);
    await expect(comeBack(claims)).rejects.toThrow(message);
    expect(seen.slice(-2)).toEqual(['/revoke refresh', '/revoke access']);
  });
});

describe('a revocation of createOidcProvider', () => {
  const revoke = () => {
    const grant = { accessToken: 'access', refreshToken: 'refresh' };
    return createProvider().revoke?.(grant, context);
  };

  it.each(['invalid_token', 'unsupported_token_type'])('is over after %s', async (error) => {
    addEndpoints([200, {}]);
    answers['/revoke'] = [400, { error }, `Bearer error="${error}"`];
    await revoke();
    expect(seen.slice(1)).toEqual(['/revoke refresh', '/revoke access']);
  });

  it('has nothing to do at a provider whose address for it is null', async () => {
    metadata = { revocation_endpoint: null };
    await revoke();
    expect(seen).toEqual(['/.well-known/openid-configuration']);
  });

  it.for<Answer>([
    [400, { error: 'invalid_request' }],
    [401, { error: 'invalid_client' }],
    [503, {}],
  ])('fails after %i', async (answer) => {
    addEndpoints([200, {}]);
    answers['/revoke'] = answer;
    await expect(revoke()).rejects.toThrow();
  });
});

describe('the metadata of createOidcProvider', () => {
  const path = '/.well-known/openid-configuration';
  const countRequests = () => seen.filter((one) => one === path).length;
  const authorize = (provider = createProvider()) =>
    provider.authorize({ redirectUri, state: 's' }, context);

  it('is asked for once an hour', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const provider = createProvider();
    await authorize(provider);
    vi.advanceTimersByTime(59 * 60 * 1000);
    await authorize(provider);
    expect(countRequests()).toBe(1);
    vi.advanceTimersByTime(60 * 1000);
    await authorize(provider);
    expect(countRequests()).toBe(2);
  });

  it('is refused when it names another issuer', async () => {
    metadata = { issuer: 'https://other.example' };
    await expect(authorize()).rejects.toThrow();
    metadata = {};
    expect((await authorize()).url.origin).toBe(issuer);
  });

  it('is asked for again after a failure, so a moved token endpoint is found', async () => {
    addEndpoints([200, {}]);
    const provider = createProvider();
    expect(await comeBack({}, provider)).toMatchObject({ status: 'accepted' });
    metadata = { ...metadata, token_endpoint: `${issuer}/moved` };
    answers['/token'] = [410, {}];
    await expect(comeBack(undefined, provider)).rejects.toThrow();

    const { url: address, state } = await authorize(provider);
    const id_token = signIdToken({ nonce: address.searchParams.get('nonce') });
    answers['/moved'] = [200, { ...tokens, id_token }];
    const url = new URL(`${redirectUri}?code=c&state=s`);
    expect(await provider.complete({ url, state }, context)).toMatchObject({ status: 'accepted' });
    expect(countRequests()).toBe(2);
  });
});

describe('a renewal of createOidcProvider', () => {
  const old = { accessToken: 'old access', refreshToken: 'old refresh' };

  async function renew(answer: Answer) {
    answers['/token'] = answer;
    return await createProvider().refresh?.({ ...context, subject: 'ada', grant: old });
  }

  it.each([
    ['another person', { sub: 'eve' }],
    ['another client', { aud: 'other' }],
    ['another issuer', { iss: 'https://other.example' }],
  ])('keeps the new refresh token, and nothing else, of an answer for %s', async (_, claims) => {
    const id_token = signIdToken(claims);
    expect(await renew([200, { ...tokens, id_token }])).toEqual({
      status: 'failed',
      grant: { accessToken: 'old access', refreshToken: 'refresh' },
    });
    const { refresh_token: _old, ...others } = tokens;
    await expect(renew([200, { ...others, id_token }])).rejects.toThrow();
  });

  it.each<[string, () => object, string]>([
    [
      'an ID token that has ended',
      () => ({ id_token: signIdToken({ iat: 1_600_000_000, exp: 1_600_000_060 }) }),
      'refresh',
    ],
    [
      'no new refresh token',
      () => ({ id_token: null, expires_in: null, scope: null, refresh_token: null }),
      'old refresh',
    ],
    ['an empty refresh token', () => ({ refresh_token: '' }), 'old refresh'],
    [
      'no type of the token, and a list of scopes',
      () => ({ token_type: undefined, scope: ['openid', 'email'] }),
      'refresh',
    ],
  ])('accepts %s', async (_, describeAnswer, refreshToken) => {
    expect(await renew([200, { ...tokens, ...describeAnswer() }])).toEqual({
      ...{ status: 'ok', value: null },
      grant: { accessToken: 'access', refreshToken },
    });
  });

  it.for<Answer>([
    [400, { error: 'invalid_grant' }],
    // GitLab and others with Doorkeeper name each error in this header too.
    [400, { error: 'invalid_grant' }, 'Bearer realm="Doorkeeper", error="invalid_grant"'],
    // Microsoft Entra ID, where the person must prove more or agree again
    [400, { error: 'interaction_required' }],
    [400, { error: 'consent_required' }],
    // Keycloak, where the person has taken back the consent
    [400, { error: 'invalid_scope' }],
  ])('ends when only a new sign-in can help: %i %j %s', async (answer) => {
    expect(await renew(answer)).toEqual({ status: 'login_required' });
  });

  it.for<Answer>([
    [400, { error: 'temporarily_unavailable' }],
    [401, { error: 'invalid_client' }, 'Basic realm="tokens"'],
  ])('fails, to be tried again, after %i %j', async (answer) => {
    await expect(renew(answer)).rejects.toThrow();
  });
});

describe('the address of the sign-in of createOidcProvider', () => {
  /** @returns the parameters `scope` and `prompt` */
  async function readAsked(change: object = {}) {
    const scope = 'openid email returns offline_access';
    const provider = createOidcProvider({ issuer, clientId, clientSecret, info, scope });
    const asked = { redirectUri, state: 's' };
    const { url } = await provider.authorize(asked, { ...context, ...change });
    return [url.searchParams.get('scope'), url.searchParams.get('prompt')];
  }

  const everything = 'openid email returns offline_access';
  const afterAnother = { isRetry: true, reason: 'different_account' };

  it('asks for everything for an application, and for the identity only at /manage', async () => {
    expect(await readAsked()).toEqual([everything, 'consent']);
    expect(await readAsked({ clientId: '' })).toEqual(['openid email', null]);
  });

  it('has at most one prompt at Microsoft Entra ID, which refuses two', async () => {
    metadata = {
      authorization_endpoint: 'https://login.microsoftonline.com/a/oauth2/v2.0/authorize',
    };
    expect(await readAsked()).toEqual([everything, null]);
    expect(await readAsked(afterAnother)).toEqual([everything, 'login']);
  });

  it.each([
    ['login', undefined],
    ['login', ['login', 'create']],
    ['select_account', ['none', 'login', 'select_account']],
  ])('has the prompt %s after another person at a provider with %s', async (prompt, supported) => {
    metadata = { prompt_values_supported: supported };
    expect(await readAsked(afterAnother)).toEqual([everything, `${prompt} consent`]);
  });
});

it('a request of the records of createOidcProvider ends with the signal of the plug-in, even after a garbage collection', async () => {
  const provider = createOidcProvider({
    ...{ issuer, clientId, clientSecret, info },
    records: ({ fetch }) => ({
      async list() {
        await fetch(`${issuer}/token`, { signal: AbortSignal.timeout(1000) });
        return { status: 'failed' };
      },
      read: async () => ({ status: 'not_found' }),
    }),
  });
  const requested = new Promise<unknown>((resolve) => (onTokenRequest = resolve));
  const grant = { accessToken: 'access', refreshToken: null };
  const given = { ...context, subject: 'ada', grant, renewGrant: async () => grant };
  const listing = provider.records?.list({ limit: 1 }, given);
  await Promise.all([
    expect(listing).rejects.toMatchObject({ name: 'TimeoutError' }),
    requested.then(measureHeap),
  ]);
}, 10_000);
