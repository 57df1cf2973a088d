import { beforeEach, describe, expect, it } from 'vitest';
import { triesThreats } from '../support/extent.ts';
import { isPostgres } from './database.ts';
import {
  adminToken,
  bearer,
  createTestService,
  credentials,
  oneProxy,
  readError,
  readJson,
  type TestService,
} from './harness.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

interface AdminRequest {
  /** The right token by default. With null, the request has no token. */
  readonly token?: string | null;
  /** Sent as JSON by POST; without it the method is GET. */
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
}

async function ask(path: string, request: AdminRequest = {}, of = service): Promise<Response> {
  const { token = adminToken, body, headers = {} } = request;
  return await of.app.request(`/admin/${path}`, {
    ...(body === undefined ? {} : { method: 'POST' }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(token === null ? {} : bearer(token)),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
  });
}

const post = (path: string, body: object = {}) => ask(path, { body });

async function register(name = 'Shop', environment = 'test') {
  const answer = await readJson(post('applications', { name, environment }));
  return { clientId: String(answer.client_id), clientSecret: String(answer.client_secret) };
}

const find = async (clientId: string) => await readJson(ask(`applications/${clientId}`));

describe('the admin API', () => {
  it('registers an application that works, reads it, renames it and deletes it', async () => {
    const { clientId: client_id, clientSecret: client_secret } = await register();
    const code = await service.issueSandboxCode({ client_id, client_secret });
    const connected = await service.exchange({ client_id, client_secret, code });
    const limited = await post(`applications/${client_id}/submission-limit`, {
      submission_limit: 7,
    });
    const renamed = await post(`applications/${client_id}/rename`, { name: 'Corner Shop' });
    const kept = await post(`applications/${client_id}/delete`, { name: 'Shop' });
    const deleted = await post(`applications/${client_id}/delete`, { name: 'Corner Shop' });

    expect([connected.status, limited.status]).toEqual([200, 200]);
    expect(await readJson(renamed)).toMatchObject({
      client_id,
      name: 'Corner Shop',
      environment: 'test',
      submissions: { limit: 7, used: 1, page: { limit: 6, used: 0 } },
      source: 'dashboard',
    });
    expect(await readError(kept)).toEqual([400, 'invalid_request']);
    expect(await readJson(deleted)).toEqual({ deleted: client_id });
    expect(await readError(ask(`applications/${client_id}`))).toEqual([404, 'not_found']);
  });

  it('has every endpoint of the dashboard that concerns applications', async () => {
    const { app } = await createTestService({ dashboardPassword: 'any' });
    const routesOf = (base: string) =>
      app.routes
        // The routes of other methods, which only refuse, are left out.
        .filter(({ method, path }) => method !== 'ALL' && path.startsWith(`${base}/`))
        .map(({ method, path }) => `${method} ${path.slice(base.length)}`);
    const notAboutApplications = ['GET /session', 'POST /sign-in', 'POST /sign-out'];

    const admin = routesOf('/admin');

    expect(admin.length).toBeGreaterThan(15);
    expect(routesOf('/dashboard/api').filter((one) => !notAboutApplications.includes(one))).toEqual(
      admin,
    );
  });
});

describe.runIf(triesThreats || !isPostgres)('access to the admin API', () => {
  it.each([
    ['no token', null],
    ['another token', `${adminToken.slice(0, -1)}f`],
    ['the beginning of the token', adminToken.slice(0, -1)],
    ['more than the token', `${adminToken}0`],
    ["an application's secret", credentials.client_secret],
  ])('is refused with %s, also at unknown addresses', { tags: ['threat-44'] }, async (_, token) => {
    for (const path of ['applications', 'applications/test_app', 'audit-log', 'nothing']) {
      const refused = await ask(path, { token });
      expect(await readError(refused), path).toEqual([401, 'invalid_token']);
      expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    }
    const rename = { token, body: { name: 'Stolen' } };
    expect((await ask('applications/test_app/rename', rename)).status).toBe(401);

    expect(await find('test_app')).toMatchObject({ name: 'Test <App>' });
    expect((await ask('nothing')).status).toBe(404);
  });

  it('limits guesses by their address, and never the right token', {
    tags: ['threat-48'],
  }, async () => {
    const limited = await createTestService({
      config: { trustedProxies: oneProxy },
      rateLimits: { authenticationFailures: { max: 3, windowMs: 60_000 } },
    });
    const guess = (address: string, token: string) =>
      ask('applications', { token, headers: { 'X-Forwarded-For': address } }, limited);

    for (let index = 0; index < 3; index += 1) await guess('192.0.2.1', 'wrong');
    const wrong = await guess('192.0.2.1', 'wrong');
    const right = await guess('192.0.2.1', adminToken);
    const control = await guess('192.0.2.2', adminToken);

    expect([wrong.status, right.status, control.status]).toEqual([429, 200, 200]);
    expect(wrong.headers.get('Retry-After')).toBe('60');
  });

  it('does not exist without ADMIN_TOKEN: its addresses answer 404', async () => {
    const plain = await createTestService({ config: { adminToken: undefined } });

    for (const token of ['', 'undefined', adminToken]) {
      const absent = await ask('applications', { token }, plain);
      const unknown = await plain.app.request('/nowhere', {
        headers: bearer(token),
      });
      expect([absent.status, await absent.text()]).toEqual([404, await unknown.text()]);
    }
  });

  it('logs neither the token nor a new secret', async () => {
    const { clientId, clientSecret } = await register();
    const rotated = await readJson(post(`applications/${clientId}/secrets/rotate`));
    await ask('applications', { token: 'guessed_token' });

    const log = service.readLog();
    expect(log).toContain('client secret rotated');
    for (const secret of [adminToken, clientSecret, rotated.client_secret, 'guessed_token']) {
      expect(log).not.toContain(secret);
    }
  });
});
