import { beforeEach, describe, expect, it } from 'vitest';
import { createTestService, type TestService } from './harness.ts';
import {
  credentials,
  introspectionSecret,
  liveApplication,
  testApplication,
} from './test-application.ts';
import { asAdmin, authorization, basic, bearer, readError, readJson, readStatus } from './world.ts';

const otherApplication = { ...testApplication, client_id: 'other_app' };

type Connection = Awaited<ReturnType<TestService['connectSandbox']>>;

let service: TestService;

beforeEach(async () => {
  service = await createTestService({
    config: { introspectionSecret },
    applications: [testApplication, otherApplication, liveApplication],
  });
});

const ask = (token: string) => service.get('/account', bearer(token));

it('GET /account answers the account of the token', async () => {
  const { token, accountId } = await service.connectSandbox();
  service.advance(5000);

  const response = await ask(token);

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

describe('POST /sandbox/accounts/{account_id}/login_required', () => {
  it('sets the status once, until the person connects the account again', {
    tags: ['control-56'],
  }, async () => {
    const { accountId, get, read } = await service.connectSandbox();
    const before = await read('/account');
    service.advance(1000);
    const answers = [await service.requireLogin(accountId)];
    service.advance(1000);
    answers.push(await service.requireLogin(accountId));
    const ill = await read('/account');
    const refused = await get('/records');
    await service.connectSandbox();

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(before).toMatchObject({ status: 'active', status_since: '2023-11-14T22:13:20.000Z' });
    expect(ill).toMatchObject({
      status: 'login_required',
      status_since: '2023-11-14T22:13:21.000Z',
    });
    expect(await readError(refused)).toEqual([409, 'login_required']);
    expect(await read('/account')).toMatchObject({ status: 'active' });
    expect((await get('/records')).status).toBe(200);
  });

  it('is for the own accounts of a test application only', { tags: ['threat-53'] }, async () => {
    const { accountId, read } = await service.connectSandbox();
    const requireAs = (changes: object) =>
      readError(service.requireLogin(accountId, { ...credentials, ...changes }));

    expect(await requireAs({ client_id: 'other_app' })).toEqual([404, 'not_found']);
    expect(await readError(service.requireLogin('account_0'))).toEqual([404, 'not_found']);
    expect(await requireAs({ client_secret: 'wrong' })).toEqual([401, 'invalid_client']);
    expect(await requireAs(liveApplication)).toEqual([403, 'unauthorized_client']);
    expect(await read('/account')).toMatchObject({ status: 'active' });
  });
});

describe('wrong credentials of neighbours on the same address', () => {
  async function listWithKey(is: 'right' | 'wrong') {
    const key = { name: 'Reports', scopes: ['applications:read'] };
    const { secret } = await readJson(service.admin.post('keys', key));
    return await service.get('/admin/applications', bearer(is === 'right' ? secret : `${secret}0`));
  }

  it.each<
    readonly [string, (is: 'right' | 'wrong', token: string) => Response | Promise<Response>]
  >([
    ['GET /account', (is, token) => ask(is === 'right' ? token : 'wrong')],
    [
      'GET /admin/applications',
      (is) => service.get('/admin/applications', is === 'right' ? asAdmin : bearer('wrong')),
    ],
    ['GET /admin/applications, with a key', (is) => listWithKey(is)],
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

describe('disconnecting an account', () => {
  it.each([
    ['the application', (own: Connection) => service.disconnect(own.token), 204],
    ['the operator', (own: Connection) => service.disconnectAsAdmin(own.accountId), 200],
  ] as const)(
    'by %s revokes every token of it, for that application only, until the person connects it again',
    async (...row) => {
      const [, disconnect, status] = row;
      const first = await service.connectSandbox();
      const second = await service.connectSandbox();
      const foreign = await service.connectSandbox({ client_id: 'other_app' });

      const response = await disconnect(first);
      const again = await service.disconnect(first.token);
      service.advance(60_000);
      const after = await service.connectSandbox();

      expect([response.status, again.status]).toEqual([status, 401]);
      const readStatuses = [first, second, foreign].map(({ token }) => readStatus(ask(token)));
      expect(await Promise.all(readStatuses)).toEqual([401, 401, 200]);
      expect([second.accountId, after.accountId]).toEqual(Array(2).fill(first.accountId));
      expect(await readJson(ask(after.token))).toMatchObject({
        connected_at: '2023-11-14T22:14:20.000Z',
      });
    },
  );
});

describe('POST /auth/revoke', () => {
  it('accepts right credentials once, one token, and forms only', async () => {
    const { token } = await service.connectSandbox();
    const wrong = { ...credentials, client_secret: 'wrong' };
    const send = (fields: Record<string, string>, headers = {}) =>
      service.sendForm('/auth/revoke', fields, headers);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `token=a&${new URLSearchParams({ token, ...credentials })}`;

    const byBasic = await send({ token }, basic(wrong));
    const twice = await service.app.request('/auth/revoke', { method: 'POST', headers, body });
    const json = await service.post('/auth/revoke', { token, ...credentials });

    expect(byBasic.headers.get('WWW-Authenticate')).toBe('Basic realm="tax-connect"');
    for (const refused of [byBasic, send({ token, ...wrong }), send({ token })]) {
      expect(await readError(refused)).toEqual([401, 'invalid_client']);
    }
    for (const refused of [
      send({ token, ...credentials }, authorization),
      twice,
      send(credentials),
    ]) {
      expect(await readError(refused)).toEqual([400, 'invalid_request']);
    }
    expect(await readError(json)).toEqual([415, 'invalid_request']);
    expect((await ask(token)).status).toBe(200);
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

    expect((await plain.introspect('a', '')).status).toBe(404);
  });
});
