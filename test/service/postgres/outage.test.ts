import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { buildService, type ServiceBuild } from '../../support/service-process.ts';
import { credentials, testApplication } from '../harness.ts';
import { issueCodes, post } from '../network.ts';

let build: ServiceBuild;
let server: PostgresServer;

beforeAll(async () => {
  [build, server] = await Promise.all([buildService(), startPostgres({ isDurable: true })]);
}, 60_000);

afterAll(async () => {
  await build.remove();
  await server.stop();
});

it('survives that the database is killed in the middle of exchanges', async () => {
  const service = await build.start({
    DATABASE_URL: server.url,
    DASHBOARD_PASSWORD: 'kept across restarts',
    CODE_TTL_SECONDS: '600',
    SUBMISSION_LIMIT: '100000',
    APPLICATIONS_FILE: build.write('applications.json', [testApplication]),
  });
  const exchange = async (code: string) =>
    (await post(`${service.url}/auth/token`, { ...credentials, code })).status;
  const codes = await issueCodes(service.url, 100);
  const statuses = new Map<string, number>();

  const exchanges = codes.map(async (code, index) => {
    statuses.set(code, await exchange(code));
    if (index === 40) await server.kill();
  });
  await Promise.all(exchanges);
  const unhealthy = await fetch(`${service.url}/healthz`);
  await server.restart();
  const healthy = await fetch(`${service.url}/healthz`);

  expect([unhealthy.status, healthy.status]).toEqual([503, 200]);
  expect(unhealthy.headers.get('Retry-After')).toBe('5');
  expect([...statuses.values()]).toContain(200);
  for (const [code, status] of statuses) {
    const again = await exchange(code);
    if (status === 200) expect(again).toBe(400);
    else expect([200, 400]).toContain(again);
    expect(await exchange(code)).toBe(400);
  }
}, 60_000);
