import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeWayBack } from '../../src/connect/shapes/return-address.ts';
import { isTokenValid, useService } from './harness.ts';
import { credentials, liveApplication, publicUrl, redirectUri } from './test-application.ts';
import { readJson, redirectQuery } from './world.ts';

const verifier = `${'v'.repeat(42)}~`;
const otherVerifier = 'w'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' };

const service = useService();

/** The Connect address, from which a page that has failed finds its way back on its own. */
function writeAddress(query: object): string {
  const more = new URLSearchParams(Object.entries(query)).toString();
  return `${publicUrl}/connect?${redirectQuery()}&${more}`;
}

/** Goes from the Connect address to the decision, in one browser; returns where the browser is sent. */
async function goThrough(query: object, decision = 'allow'): Promise<URL> {
  const { search } = new URL(writeAddress(query));
  const flow = await service.startRedirectFlow({ query: search.slice(1) });
  return new URL(await flow.leaveBy(decision));
}

const readCode = (url: URL) => url.searchParams.get('code') ?? '';

const issueBound = () => service.issueSandboxCode({ redirect_uri: redirectUri, ...withChallenge });

/** Exchanges a code of the redirect flow. @returns the status and the text of the answer */
async function tryExchange(code: string, fields: object) {
  const response = await service.exchange({ code, redirect_uri: redirectUri, ...fields });
  const { error, error_description } = await readJson(response);
  return [response.status, error, error_description];
}

const right = { code_verifier: verifier };
const success = [200, undefined, undefined];

describe('a redirect flow with a code challenge', () => {
  it('is exchanged with its verifier', { tags: ['control-52'] }, async () => {
    const location = await goThrough({ ...withChallenge, state: 'x' });
    const fields = { code: readCode(location), redirect_uri: redirectUri, ...right };

    // Without the state, which the address has.
    expect(await readJson(service.exchange(fields))).toEqual({
      access_token: expect.any(String),
      account_id: expect.any(String),
      provider_id: 'sandbox',
    });
    expect(service.readLog()).not.toContain(verifier);
  });

  it.each([
    ['without the verifier', undefined, 'invalid_grant', /started with a code_challenge. Send its/],
    ['with the verifier of another flow', otherVerifier, 'invalid_grant', /not the one of this/],
    ['with the challenge as the verifier, as for plain', challenge, 'invalid_grant', /not the one/],
    ['with a short verifier', 'v'.repeat(42), 'invalid_request', /43 to 128/],
    ['with a long verifier', 'v'.repeat(129), 'invalid_request', /43 to 128/],
    ['with an empty verifier', '', 'invalid_request', /43 to 128/],
    ['with a verifier in base64', '+'.repeat(43), 'invalid_request', /43 to 128/],
    ['with a verifier that is null', null, 'invalid_request', /code_verifier/],
  ] as const)(
    'is not exchanged %s, and stays valid',
    { tags: ['threat-52'] },
    async (...[, code_verifier, error, advice]) => {
      const code = readCode(await goThrough(withChallenge));

      const wrong = await tryExchange(code, { code_verifier });
      const control = await tryExchange(code, right);

      expect(wrong).toEqual([400, error, expect.stringMatching(advice)]);
      expect(control).toEqual(success);
    },
  );

  it('loses its token to a used code with its verifier only', { tags: ['threat-40'] }, async () => {
    const code = await issueBound();
    const first = await service.exchange({ code, redirect_uri: redirectUri, ...right });
    const token = String((await readJson(first)).access_token);

    await tryExchange(code, {});
    await tryExchange(code, { code_verifier: otherVerifier });
    const isValidAfterOthers = await isTokenValid(service.store, token);
    const [, , replayed] = await tryExchange(code, right);

    expect(isValidAfterOthers).toBe(true);
    expect(replayed).toMatch(
      /^The code was exchanged at \d{4}-.*Z\. The access token .* has been ended/,
    );
    expect(await isTokenValid(service.store, token)).toBe(false);
    const { client_id, client_secret } = liveApplication;
    const [, , foreign] = await tryExchange(code, { client_id, client_secret, ...right });
    expect(foreign).toMatch(/unknown, used or expired/);
  });

  it('tells another application nothing about its code', { tags: ['threat-52'] }, async () => {
    const code = await issueBound();
    const { client_id, client_secret } = liveApplication;
    const foreign = { client_id, client_secret };

    const answers = await Promise.all([
      tryExchange(code, foreign),
      tryExchange(code, { ...foreign, ...right }),
      tryExchange('f'.repeat(64), right),
      tryExchange(code, { redirect_uri: undefined }),
      tryExchange(code, right),
    ]);

    const unknown = [400, 'invalid_grant', expect.stringMatching(/unknown, used or expired/)];
    expect(answers).toEqual([unknown, unknown, unknown, unknown, success]);
  });
});

it.each([
  ['embedded', () => service.issueCode(), undefined],
  ['redirect', async () => readCode(await goThrough({ state: 'x' })), redirectUri],
])('a lone verifier fails: %s flow', { tags: ['threat-52'] }, async (_, issue, redirect_uri) => {
  const code = await issue();

  const wrong = await tryExchange(code, { redirect_uri, ...right });
  const control = await tryExchange(code, { redirect_uri });

  const advice = expect.stringMatching(/without a code_challenge. Start a new flow with one/);
  expect(wrong).toEqual([400, 'invalid_grant', advice]);
  expect(control).toEqual(success);
});

describe('the Connect address', () => {
  it.each([
    ['another method', { ...withChallenge, code_challenge_method: 'plain' }, /plain, are not/],
    ['a method in other letters', { ...withChallenge, code_challenge_method: 's256' }, /S256/],
    ['no method, which means plain', { code_challenge: challenge }, /code_challenge_method=S256/],
    ['a method without a challenge', { code_challenge_method: 'S256' }, /Send both, or neither/],
    ['a hexadecimal challenge', { ...withChallenge, code_challenge: 'a'.repeat(64) }, /base64url/],
    ['a padded challenge', { ...withChallenge, code_challenge: `${challenge}=` }, /base64url/],
    ['a challenge in base64', { ...withChallenge, code_challenge: '/'.repeat(43) }, /base64url/],
  ])('with %s gets a page of advice', { tags: ['threat-52'] }, async (_, parameters, advice) => {
    const more = new URLSearchParams(Object.entries(parameters));

    const response = await service.get(`/connect?${redirectQuery()}&${more}`);
    const body = { ...credentials, redirect_uri: redirectUri, ...parameters };
    const code = await readJson(service.post('/sandbox/authorization_codes', body));

    expect([response.status, response.headers.get('Location')]).toEqual([400, null]);
    expect(await response.text()).toMatch(advice);
    expect(code).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(advice),
    });
  });

  it('of the embedded flow takes no challenge', async () => {
    const embedded = '/connect?client_id=test_app';

    const response = await service.get(`${embedded}&${new URLSearchParams(withChallenge)}`);
    const control = await service.get(`${embedded}&code_challenge=&code_challenge_method=`);

    expect([response.status, control.status]).toEqual([400, 200]);
    expect(await response.text()).toContain('code_challenge is for the redirect flow only.');
  });
});

const iss = `iss=${encodeURIComponent(publicUrl)}`;
const strange = 'a b&code=foreign#é/%2f+=';

it.each([
  [
    'names the service after a state',
    { state: strange },
    `&state=${encodeURIComponent(strange)}&${iss}`,
  ],
  ['names the service after a challenge', withChallenge, `&${iss}`],
  ['names the service after both', { state: 'x', ...withChallenge }, `&state=x&${iss}`],
  ['has nothing more without them', {}, ''],
  ['has nothing more when they are empty', { code_challenge: '', state: '' }, ''],
])('the way back %s, with the code and with an error', async (_, query, more) => {
  const allowed = await goThrough(query);
  const denied = await goThrough(query, 'deny');

  expect(allowed.href).toBe(`${redirectUri}&code=${readCode(allowed)}${more}`);
  expect(denied.href).toBe(`${redirectUri}&error=access_denied${more}`);
  expect(describeWayBack({ href: writeAddress(query) })).toBe(denied.href);
});
