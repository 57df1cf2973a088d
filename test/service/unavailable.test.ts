import { afterEach, describe, expect, it, vi } from 'vitest';
import { isStoreUnavailable } from '../../src/connect/service/store/transactions.ts';
import { createOperator, createStranger, dashboardPassword } from './dashboard-harness.ts';
import { openTestStore } from './database.ts';
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
    const html = await page.text();
    expect(html).toContain('>Something went wrong on our side</h1>');
    expect(html).toContain('"code":"server_error"');
    expect(html).toContain('"retryable":true');
    expect(page.headers.get('Content-Security-Policy')).toContain('frame-ancestors *;');
    expect(await readError(service.exchange({ code: 'x' }))).toEqual([503, 'server_error']);
  });

  it('other errors are not mistaken for it', async () => {
    const service = await createTestService();
    service.store.flows.find = () => Promise.reject(new TypeError('x is not a function'));

    const answer = service.postFromPage('/connect/flow/back', flowFields);
    expect(await readError(answer)).toEqual([500, 'server_error']);
  });

  it('the dashboard works again once it is available, even after a start without it', async () => {
    const store = await openTestStore();
    const { findPassword } = store.operator;
    store.operator.findPassword = () => Promise.reject(new Error('Connection terminated'));
    const stranger = await createStranger({ store });

    expect((await stranger.signIn()).status).toBe(503);
    store.operator.findPassword = findPassword;
    expect((await stranger.signIn()).status).toBe(200);
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

it.each([
  [{ syscall: 'connect' }, true],
  [{ syscall: 'getaddrinfo' }, true],
  [{ code: '57P01' }, true],
  [{ code: '53300' }, true],
  [{ code: '08006' }, true],
  [{ code: '25006' }, true],
  [{ code: '23505' }, false],
  [{ code: '42P01' }, false],
  [{ code: '22021' }, false],
])('an error of a driver with %o is an unavailable database: %s', (fields, expected) => {
  expect(isStoreUnavailable(Object.assign(new Error('refused'), fields))).toBe(expected);
});
