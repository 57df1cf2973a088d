import { describe, expect, it, vi } from 'vitest';
import { triesThreats } from '../support/extent.ts';
import { isPostgres } from './database.ts';
import { createTestService, exchangeDirectly, isTokenValid, useService } from './harness.ts';
import { recordStatements } from './statements.ts';
import { credentials, liveApplication, redirectUri } from './test-application.ts';
import { atOnce, readError, readJson, readStatus } from './world.ts';

const service = useService();

const secret256 = /^[\da-f]{64}$/;

describe('the token endpoint', () => {
  it('exchanges a code for three fields only', { tags: ['control-23', 'control-24'] }, async () => {
    const code = await service.issueCode();

    const response = await service.exchange({ code });

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toEqual({
      account_id: expect.stringMatching(/^account_/),
      provider_id: 'sandbox',
      access_token: expect.stringMatching(secret256),
    });
  });

  it.each<[string, object, number]>([
    ['of any kind', { grant_type: 'authorization_code', nested: { code: [1] } }, 200],
    ['up to 100 fields in all', Object.fromEntries(Array(97).entries()), 200],
    ['not more', Object.fromEntries(Array(98).fill(1).entries()), 400],
    ['with lists of 1,000 items', { list: Array(1000).fill(1) }, 200],
    ['not with longer ones', { list: Array(1001).fill(1) }, 400],
    ['with 500 signs around inner values', { inner: { a: 1 }, list: Array(476).fill(1) }, 200],
    ['not with more of them', { inner: { a: 1 }, list: Array(477).fill(1) }, 400],
  ])('ignores unknown fields, %s', { tags: ['control-25'] }, async (_, extra, status) => {
    const code = await service.issueCode();

    expect((await service.exchange({ code, ...extra })).status).toBe(status);
  });

  it.each([
    'application/json;charset=UTF-8',
    'Application/JSON; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json;',
  ])('reads JSON that is sent as %s', async (type) => {
    const body = JSON.stringify({ ...credentials, code: await service.issueCode() });
    const headers = { 'Content-Type': type };
    const request = service.app.request('/auth/token', { method: 'POST', headers, body });

    expect(await readStatus(request)).toBe(200);
  });

  it('lets exactly one of fifty parallel exchanges succeed', { tags: ['threat-23'] }, async () => {
    const code = await service.issueCode();

    const statuses = await atOnce(50, () => readStatus(service.exchange({ code })));

    expect(statuses.sort()).toEqual([200, ...Array(49).fill(400)]);
  });

  it('takes as many statements for the codes of several people as for one', async () => {
    const people = ['user_good', 'user_mfa', 'user_slow', 'user_error', 'user_relogin'];
    const codes = await Promise.all(
      people.map((username) => service.issueSandboxCode({ username })),
    );
    const count = async (some: readonly string[]) => {
      const { readAll } = recordStatements();
      await Promise.all(some.map((code) => exchangeDirectly(service.store, code)));
      const { length } = readAll();
      vi.restoreAllMocks();
      return length;
    };

    const alone = await count(codes.slice(0, 1));
    expect(alone).toBeLessThanOrEqual(8);
    expect(await count(codes.slice(1))).toBe(alone);
  });

  it('revokes the token of a code used again, also late', { tags: ['threat-23'] }, async () => {
    const code = await service.issueCode();
    const { token } = await service.finish(code);
    expect(await isTokenValid(service.store, token)).toBe(true);
    service.advance(120_000);

    expect(await readError(service.exchange({ code }))).toEqual([400, 'invalid_grant']);
    expect(await isTokenValid(service.store, token)).toBe(false);
  });

  it('exchanges a code until it expires', async () => {
    const [early, late] = [await service.issueCode(), await service.issueCode()];

    service.advance(59_999);
    expect((await service.exchange({ code: early })).status).toBe(200);
    service.advance(1);
    expect(await readError(service.exchange({ code: late }))).toEqual([400, 'invalid_grant']);
  });

  it('gives one answer for all codes that are wrong', { tags: ['threat-24'] }, async () => {
    const used = await service.issueCode();
    const { token } = await service.finish(used);
    const expired = await service.issueCode();
    service.advance(60_000);
    const embedded = await service.issueCode();
    const redirected = await service.issueSandboxCode({ redirect_uri: redirectUri });
    const local = await service.issueSandboxCode({ redirect_uri: 'http://localhost:5/callback' });
    const live = { client_id: 'live_app', client_secret: liveApplication.client_secret };

    const wrong: readonly object[] = [
      { code: 'f'.repeat(64) },
      { ...live, code: used },
      { code: used, redirect_uri: redirectUri },
      { code: expired },
      { ...live, code: embedded },
      { code: embedded, redirect_uri: redirectUri },
      { code: embedded, redirect_uri: '' },
      { code: redirected },
      { code: redirected, redirect_uri: 'https://app.example/callback' },
      // The same address to a browser, and not the one that started the flow.
      { code: redirected, redirect_uri: redirectUri.replace('app', 'APP') },
      { code: redirected, redirect_uri: redirectUri.replace('.example', '.example:443') },
      { code: redirected, redirect_uri: redirectUri.replace('/c', '/x/../c') },
      { code: local, redirect_uri: 'http://localhost:4401/callback' },
    ];
    const responses = await Promise.all(wrong.map((fields) => service.exchange(fields)));

    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([400]));
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('invalid_grant');
    expect((await service.exchange({ code: embedded })).status).toBe(200);
    // Another application, or a wrong redirect URI, does not end the token of a used code.
    expect(await isTokenValid(service.store, token)).toBe(true);
  });
});

const unauthorized = [401, 'invalid_client'] as const;
const invalid = [400, 'invalid_request'] as const;

/** Fields in the place of the right ones. */
const refusals = [
  ['a wrong secret', { client_secret: 'x' }, unauthorized],
  ['a cut secret', { client_secret: credentials.client_secret.slice(0, -1) }, unauthorized],
  ['a secret that is an object', { client_secret: {} }, invalid],
  ['a client ID in capitals', { client_id: 'TEST_APP' }, unauthorized],
  ['an unknown client', { client_id: 'x' }, unauthorized],
  ["another client's secret", { client_id: 'live_app' }, unauthorized],
  ['a missing code', { code: undefined }, invalid],
  ['a code that is a number', { code: 1 }, invalid],
  ['a redirect_uri that is null', { redirect_uri: null }, invalid],
] as const;

describe.runIf(triesThreats || !isPostgres)(
  'the token endpoint refuses',
  { tags: ['threat-25'] },
  () => {
    it.each(refusals)('%s', async (_, fields, expected) => {
      const code = await service.issueCode();

      const response = await service.exchange({ code, ...fields });
      const headers = response.headers;
      const body = await readJson(response);
      const control = await service.exchange({ code });

      expect([response.status, body.error]).toEqual(expected);
      expect(Object.keys(body).slice(0, 2)).toEqual(['error', 'error_description']);
      expect([...headers.keys()].join()).not.toContain('access-control');
      expect(control.status).toBe(200);
    });

    it.each(['at once', 'in chunks'])('a body over 16 kB, not of 16 kB: sent %s', async (way) => {
      const send = async (bytes: number) => {
        const code = await service.issueSandboxCode();
        const text = JSON.stringify({ ...credentials, code }).padEnd(bytes);
        const body = way === 'at once' ? text : new Blob([text]).stream();
        const headers = {
          'Content-Type': 'application/json',
          ...(way === 'at once' && { 'Content-Length': String(bytes) }),
        };
        const init = { method: 'POST', headers, body, duplex: 'half' };
        return (await service.app.request('/auth/token', init)).status;
      };

      expect(await send(16 * 1024)).toBe(200);
      expect(await send(16 * 1024 + 1)).toBe(413);
    });

    it('an endless body, without reading all of it', { tags: ['threat-26'] }, async () => {
      let pulls = 0;
      const body = new ReadableStream({
        pull(controller) {
          pulls += 1;
          controller.enqueue(new Uint8Array(4096));
        },
      });
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body, duplex: 'half' };

      const response = await service.app.request('/auth/token', init);

      expect(response.status).toBe(413);
      expect(pulls).toBeLessThan(10);
    });

    it.each([{}, { 'Content-Length': '100' }])('an incomplete body, unlogged: %j', async (more) => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new Error('aborted')),
      });
      const headers = { 'Content-Type': 'application/json', ...more };
      const init = { method: 'POST', body, duplex: 'half', headers } as RequestInit;

      const response = await service.app.request('/auth/token', init);
      expect(await readError(response)).toEqual([400, 'invalid_request']);
      expect(service.readLog()).not.toContain('request failed');
    });

    it('guesses at unknown applications beyond one common limit', async () => {
      const limit = { max: 3, windowMs: 60_000 };
      const limited = await createTestService({ rateLimits: { authenticationFailures: limit } });
      const code = await limited.issueCode();
      const guess = (client_id: string) => limited.exchange({ code, client_id });

      // Separate counts would use storage for each invented client ID.
      const guesses = [await guess('a'), await guess('b'), await guess('c'), await guess('d')];
      const wrong = await limited.exchange({ code, client_secret: 'guess' });
      const right = await limited.exchange({ code });

      expect(guesses.map((response) => response.status)).toEqual([401, 401, 401, 429]);
      expect([wrong.status, right.status]).toEqual([401, 200]);
    });
  },
);
