import { beforeEach, describe, expect, it } from 'vitest';
import {
  authorization,
  basic,
  bearer,
  createTestService,
  credentials,
  introspectionSecret,
  liveApplication,
  readError,
  readJson,
  type TestService,
  testApplication,
} from './harness.ts';

const otherApplication = { ...testApplication, client_id: 'other_app' };

let service: TestService;

beforeEach(async () => {
  service = await createTestService({
    config: { introspectionSecret },
    applications: [testApplication, otherApplication, liveApplication],
  });
});

const ask = (path: string, token?: string, init: RequestInit = {}) =>
  service.app.request(path, {
    ...init,
    headers: {
      ...(token === undefined ? {} : bearer(token)),
      ...init.headers,
    },
  });

describe('GET /account', () => {
  it('answers the account of the token', async () => {
    const { token, accountId } = await service.connectSandbox();
    service.advance(5000);

    const response = await ask('/account', token);

    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await readJson(response)).toEqual({
      account_id: accountId,
      provider_id: 'sandbox',
      environment: 'test',
      connected_at: '2023-11-14T22:13:20.000Z',
      status: 'active',
      status_since: '2023-11-14T22:13:20.000Z',
      consent: {
        granted_at: '2023-11-14T22:13:20.000Z',
        expires_at: null,
        shares: ['identity', 'returns', 'transcripts', 'forms'],
      },
      client_user_id: null,
      tags: null,
    });
  });
});

describe('wrong credentials of neighbours on the same address', () => {
  it.each<
    readonly [string, (is: 'right' | 'wrong', token: string) => Response | Promise<Response>]
  >([
    ['GET /account', (is, token) => ask('/account', is === 'right' ? token : 'wrong')],
    [
      'POST /auth/introspect',
      (is, token) => service.introspect(token, is === 'right' ? introspectionSecret : 'wrong'),
    ],
    [
      'POST /auth/revoke',
      (is, token) => {
        const client_secret = is === 'right' ? credentials.client_secret : 'wrong';
        return service.sendForm('/auth/revoke', { ...credentials, client_secret, token });
      },
    ],
    [
      'POST /auth/token',
      async (is) => {
        const right = is === 'right' ? {} : { client_secret: 'wrong' };
        return await service.exchange({ code: await service.issueSandboxCode(), ...right });
      },
    ],
  ])('are limited, and right ones are served: %s', { tags: ['threat-48'] }, async (_, send) => {
    service = await createTestService({
      config: { introspectionSecret },
      rateLimits: { authenticationFailures: { max: 3, windowMs: 60_000 } },
    });
    const { token } = await service.connectSandbox();

    for (let index = 0; index < 3; index += 1) await send('wrong', token);
    const wrong = await send('wrong', token);
    const right = await send('right', token);
    service.advance(60_000);
    const later = await send('wrong', token);

    expect([wrong.status, right.status, later.status]).toEqual([429, 200, 401]);
    expect(wrong.headers.get('Retry-After')).toBe('60');
  });
});

describe('POST /account/disconnect', () => {
  it('revokes every token of the account, for that application only', async () => {
    const first = await service.connectSandbox();
    const second = await service.connectSandbox();
    const foreign = await service.connectSandbox({ client_id: 'other_app' });

    const response = await service.disconnect(first.token);

    expect(response.status).toBe(204);
    expect(second.accountId).toBe(first.accountId);
    expect((await ask('/account', first.token)).status).toBe(401);
    expect((await ask('/account', second.token)).status).toBe(401);
    expect((await service.disconnect(first.token)).status).toBe(401);
    expect((await ask('/account', foreign.token)).status).toBe(200);
  });

  it('lets the user connect the same account again', async () => {
    const before = await service.connectSandbox();
    await service.disconnect(before.token);
    service.advance(60_000);

    const after = await service.connectSandbox();

    expect(after.accountId).toBe(before.accountId);
    expect(await readJson(ask('/account', after.token))).toMatchObject({
      connected_at: '2023-11-14T22:14:20.000Z',
    });
    expect((await ask('/account', before.token)).status).toBe(401);
  });
});

describe('POST /auth/revoke', () => {
  it.each([
    ['HTTP Basic', {}, authorization],
    ['fields', credentials, {}],
  ])('revokes a token, with the credentials as %s', async (_, fields, headers) => {
    const { token } = await service.connectSandbox();
    const { token: other } = await service.connectSandbox();

    const response = await service.sendForm('/auth/revoke', { token, ...fields }, headers);

    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await ask('/account', token)).status).toBe(401);
    expect((await ask('/account', other)).status).toBe(200);
  });

  it('gives the same answer for an unknown token, and revokes no token of another application', {
    tags: ['threat-44'],
  }, async () => {
    const { token } = await service.connectSandbox();
    const foreign = await service.connectSandbox({ client_id: 'other_app' });

    const answers = [];
    for (const one of ['unknown', foreign.token, token, token]) {
      const response = await service.sendForm('/auth/revoke', { token: one, ...credentials });
      answers.push([response.status, await response.text()]);
    }

    expect(answers).toEqual(Array(4).fill([200, '']));
    expect((await ask('/account', foreign.token)).status).toBe(200);
    expect((await ask('/account', token)).status).toBe(401);
  });

  it('refuses wrong credentials, and says how to send them', async () => {
    const { token } = await service.connectSandbox();
    const wrong = { ...credentials, client_secret: 'wrong' };

    const byBasic = await service.sendForm(
      '/auth/revoke',
      { token },
      basic({ ...credentials, client_secret: 'wrong' }),
    );
    const byFields = await service.sendForm('/auth/revoke', { token, ...wrong });
    const byNone = await service.sendForm('/auth/revoke', { token });
    const right = authorization;
    const byBoth = await service.sendForm('/auth/revoke', { token, ...credentials }, right);

    expect(byBasic.headers.get('WWW-Authenticate')).toBe('Basic realm="tax-connect"');
    expect(await readError(byBasic)).toEqual([401, 'invalid_client']);
    expect(await readError(byFields)).toEqual([401, 'invalid_client']);
    expect(await readError(byNone)).toEqual([401, 'invalid_client']);
    expect(await readError(byBoth)).toEqual([400, 'invalid_request']);
    expect((await ask('/account', token)).status).toBe(200);
  });

  it('accepts forms only, with each field once', async () => {
    const json = await service.post('/auth/revoke', { token: 'a', ...credentials });
    const twice = await service.app.request('/auth/revoke', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `token=a&token=b&${new URLSearchParams(credentials)}`,
    });
    const empty = await service.sendForm('/auth/revoke', { ...credentials });

    expect(await readError(json)).toEqual([415, 'invalid_request']);
    expect(await readError(twice)).toEqual([400, 'invalid_request']);
    expect(await readError(empty)).toEqual([400, 'invalid_request']);
  });
});

describe('POST /auth/introspect', () => {
  it('answers the account of a token', { tags: ['control-44', 'control-48'] }, async () => {
    const { token, accountId } = await service.connectSandbox();

    expect(await readJson(service.introspect(token))).toEqual({
      active: true,
      client_id: 'test_app',
      sub: accountId,
      iss: 'http://connect.localhost:4400',
      iat: 1_700_000_000,
    });
  });

  it('answers only inactive for a revoked, disconnected or unknown token', async () => {
    const revoked = await service.connectSandbox({ client_id: 'other_app' });
    const { token: disconnected } = await service.connectSandbox();
    const other = { ...credentials, client_id: 'other_app' };
    await service.sendForm('/auth/revoke', { token: revoked.token, ...other });
    await service.disconnect(disconnected);

    for (const token of [revoked.token, disconnected, 'unknown']) {
      expect(await readJson(service.introspect(token))).toEqual({ active: false });
    }
  });

  it('does not exist without INTROSPECTION_SECRET', async () => {
    const plain = await createTestService();

    const response = await plain.app.request('/auth/introspect', {
      method: 'POST',
      headers: {
        Authorization: 'Bearer ',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'token=a',
    });

    expect(response.status).toBe(404);
  });
});

it('the log contains no token and no secret', async () => {
  const code = await service.issueCode();
  const { access_token } = await readJson(service.exchange({ code }));
  const token = String(access_token);
  await ask('/account', token);
  await service.introspect(token);
  await service.sendForm('/auth/revoke', { token }, authorization);
  await service.disconnect(token);

  for (const secret of [token, introspectionSecret, credentials.client_secret, btoa('test_app')]) {
    expect(service.readLog()).not.toContain(secret);
  }
  expect(service.readLog()).toContain('/auth/introspect');
});
