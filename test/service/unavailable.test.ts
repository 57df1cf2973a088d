import { createServer } from 'node:net';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConnection } from '../../src/connect/service/store/sqlite/open-connection.ts';
import { isStoreUnavailable } from '../../src/connect/service/store/transactions.ts';
import { listen } from '../support/listen.ts';
import { createOperator, createStranger, dashboardPassword } from './dashboard-harness.ts';
import { createFolder, openTestStore } from './database.ts';
import { createTestService } from './harness.ts';
import { credentials, publicUrl } from './test-application.ts';
import { readError, redirectQuery } from './world.ts';

const flow_token = 'f'.repeat(64);
const flowFields = {
  flow_token,
  provider_id: 'sandbox',
  username: 'user_good',
  password: 'pass_good',
  answer: '123456',
  decision: 'allow',
};
const steps = ['start', 'provider', 'back', 'login', 'answer', 'consent'];

/** A valid request to every endpoint that needs the database: its address, and its body. */
const calls: readonly { readonly path: string; readonly body?: object }[] = [
  { path: '/healthz' },
  { path: '/connect?client_id=test_app' },
  { path: `/connect?${redirectQuery()}` },
  { path: '/auth/token', body: { ...credentials, code: 'x' } },
  { path: '/sandbox/authorization_codes', body: credentials },
  ...steps.map((step) => ({ path: `/connect/flow/${step}`, body: flowFields })),
];

describe('while the database is unavailable', () => {
  it.each(calls)('503 with Retry-After: $path', async ({ path, body }) => {
    const service = await createTestService();
    const page = path.startsWith('/connect/flow') ? { Origin: publicUrl } : {};
    const call = () => (body ? service.post(path, body, page) : service.get(path));
    const control = await call();

    await service.store.close();
    const response = await call();

    expect(control.status).not.toBe(503);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.has('Location')).toBe(false);
  });

  it('the dashboard reports it, too, and its document still loads', async () => {
    const operator = await createOperator();
    const one = 'applications/test_app';

    await operator.service.store.close();
    const answers = await Promise.all([
      ...['session', 'applications', one].map((path) => operator.get(path)),
      operator.post('sign-in', { password: dashboardPassword }),
      operator.post('applications', { name: 'Shop', environment: 'test' }),
      operator.post(`${one}/secrets/rotate`),
      operator.post(`${one}/origins/add`, { origin: 'https://shop.io' }),
      operator.post('sign-out'),
    ]);
    const document = await operator.service.get('/dashboard');

    for (const answer of answers) {
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    }
    expect(document.status).toBe(200);
  });

  it('people see a page, the host gets an error, and programs get JSON', async () => {
    const service = await createTestService();
    await service.store.close();

    const page = await service.get('/connect?client_id=test_app');
    const json = await service.post('/auth/token', { ...credentials, code: 'x' });

    const html = await page.text();
    expect(html).toContain('>Something went wrong on our side</h1>');
    expect(html).toContain('"code":"server_error"');
    expect(html).toContain('"retryable":true');
    expect(page.headers.get('Content-Security-Policy')).toContain('frame-ancestors *;');
    expect(await readError(json)).toEqual([503, 'server_error']);
  });

  it('other errors are not mistaken for it', async () => {
    const service = await createTestService();
    service.store.flows.find = () => Promise.reject(new TypeError('x is not a function'));

    const response = await service.postFromPage('/connect/flow/back', flowFields);

    expect(await readError(response)).toEqual([500, 'server_error']);
  });

  it('the dashboard works again once it is available, even after a start without it', async () => {
    const store = await openTestStore();
    const { findPassword } = store.operator;
    store.operator.findPassword = () => Promise.reject(new Error('Connection terminated'));
    const stranger = await createStranger({ store });

    const during = await stranger.signIn();
    store.operator.findPassword = findPassword;
    const after = await stranger.signIn();

    expect([during.status, after.status]).toEqual([503, 200]);
  });
});

describe.each(['/readyz', '/healthz'])('%s', (path) => {
  afterEach(() => void vi.useRealTimers());

  it('does not wait for a database that never answers', async () => {
    const service = await createTestService();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    service.store.assertReachable = () => new Promise(() => {});

    const answer = service.get(path);
    await vi.advanceTimersByTimeAsync(3000);

    expect((await answer).status).toBe(503);
  });
});

describe('the drivers report an unavailable database', () => {
  const connect = async (host: string, port: number) => {
    const pool = new Pool({ host, port, user: 'a', password: 'b', connectionTimeoutMillis: 500 });
    const error = await pool.query('SELECT 1').catch((reason: unknown) => reason);
    await pool.end();
    return error;
  };

  it('for a closed port, an unknown name and a silent server', async () => {
    const mute = createServer((socket) => socket.resume().on('error', () => {}));
    const port = await listen(mute);
    const silent = await connect('127.0.0.1', port);
    await new Promise((resolve) => mute.close(resolve));
    const errors = [silent, await connect('127.0.0.1', port), await connect('x.invalid', 1)];

    expect(errors.map(isStoreUnavailable)).toEqual([true, true, true]);
  });

  it('for a file that another process has locked, but not for a wrong statement', async () => {
    const folder = createFolder();
    const { sqlite: one } = await openConnection(join(folder, 'a.sqlite'));
    const { sqlite: other } = await openConnection(join(folder, 'a.sqlite'));
    other.exec('PRAGMA busy_timeout = 0');
    const attempt = (statement: string) => {
      try {
        other.exec(statement);
      } catch (error) {
        return error;
      }
      return undefined;
    };

    one.exec('BEGIN EXCLUSIVE');
    const locked = attempt('BEGIN IMMEDIATE');
    one.exec('ROLLBACK');
    const wrong = attempt('SELECT * FROM nowhere');
    for (const connection of [one, other]) connection.close();

    expect([locked, wrong].map((error) => error instanceof Error)).toEqual([true, true]);
    expect([locked, wrong].map(isStoreUnavailable)).toEqual([true, false]);
  });

  it.each([
    ['57P01', true],
    ['53300', true],
    ['08006', true],
    ['25006', true],
    ['23505', false],
    ['42P01', false],
    ['22021', false],
  ])('state %s of PostgreSQL: %s', (code, expected) => {
    expect(isStoreUnavailable(Object.assign(new Error('refused'), { code }))).toBe(expected);
  });
});

it('a lock-out says when it ends, here and at the provider', async () => {
  const service = await createTestService();
  const flow = await service.startLogin();
  const locked = await flow.logIn('user_locked');
  for (let attempt = 0; attempt < 10; attempt += 1) await flow.logIn('user_good', 'guess');

  service.advance(20_000);
  const early = await flow.logIn();
  service.advance(40_000);
  const control = await flow.logIn();

  expect([locked.status, locked.headers.get('Retry-After')]).toEqual([423, '300']);
  expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '40']);
  expect(control.status).toBe(200);
});
