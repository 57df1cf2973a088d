import { describe, expect, it, vi } from 'vitest';
import { isStoreUnavailable } from '../../src/connect/service/store/transactions.ts';
import { createStranger } from './dashboard-harness.ts';
import { isPostgres, openTestStore } from './database.ts';
import { askEndpoint, createEndpointWorld, listEndpoints } from './endpoint-requests.ts';
import { createTestService } from './harness.ts';
import { readError } from './world.ts';

/** Documents, files and what the process knows by itself. */
const needsNothing = [
  /^GET \/(?:$|dashboard(?!\/return|\/api)|connect\/(?:assets|logos)\b)/,
  /^GET \/(?:docs|sdk|llms|openapi|favicon|livez|metrics)/,
];

/** Needs only the count of requests, which a process with SQLite keeps itself. */
const needsCount = /^GET \/(?:connect|dashboard)\/return$|\/provider-sign-in$/;

function isRight(name: string, { status, headers }: Response): boolean {
  const isFree = isPostgres ? needsNothing : [...needsNothing, needsCount];
  if (isFree.some((one) => one.test(name))) return status < 500;
  const told = [headers.get('Retry-After'), headers.get('Cache-Control')];
  return status === 503 && told.join() === '5,no-store' && !headers.has('Location');
}

describe('while the database is unavailable', () => {
  it('exactly the endpoints that need it answer 503, with Retry-After', async () => {
    const world = await createEndpointWorld(await openTestStore());
    const { app, store } = world.service;
    const answer = app.request;
    const asked = new Map<string, Parameters<typeof answer>>();
    const wrong: string[] = [];
    for (const name of listEndpoints(world.service)) {
      app.request = (...parameters) => {
        asked.set(name, parameters);
        return answer(...parameters);
      };
      const working = await askEndpoint(world, name);
      if (working?.status === 503) wrong.push(`503 ${name}, with the database`);
    }

    await store.close();
    for (const [name, parameters] of asked) {
      const response = await answer(...parameters);
      if (!isRight(name, response)) wrong.push(`${response.status} ${name}`);
    }

    expect(wrong).toEqual([]);
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

    const answer = service.postFromPage('/connect/flow/back', { flow_token: 'f'.repeat(64) });
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

it.each(['/readyz', '/healthz'])('%s does not wait for a silent database', async (path) => {
  const service = await createTestService();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  service.store.assertReachable = () => new Promise(() => {});

  const answer = service.get(path);
  await vi.advanceTimersByTimeAsync(3000);

  expect((await answer).status).toBe(503);
});

it.each([
  [{ syscall: 'connect' }, true],
  [{ syscall: 'getaddrinfo' }, true],
  [{ code: '57P01' }, true],
  [{ code: '53300' }, true],
  [{ code: '08006' }, true],
  [{ code: '25006' }, true],
  [{ code: '25P03' }, true],
  [{ code: '28P01' }, true],
  [{ code: '3D000' }, true],
  [{ code: '55P03' }, true],
  [{ code: '58030' }, true],
  [{ code: '23505' }, false],
  [{ code: '42P01' }, false],
  [{ code: '22021' }, false],
])('an error of a driver with %o is an unavailable database: %s', (fields, expected) => {
  const error = Object.assign(new Error('refused'), fields);
  expect(isStoreUnavailable(error)).toBe(expected);
  // Of a host with several addresses
  expect(isStoreUnavailable(new AggregateError([error]))).toBe(expected);
});
