import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pooler, startPgBouncer } from '../../support/pgbouncer.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { buildService } from '../../support/service-process.ts';
import { useRunning } from '../../support/use-running.ts';
import { isPooled } from '../database.ts';
import { actAt, issueCodes } from '../network.ts';
import { testApplication } from '../test-application.ts';
import { readStatus } from '../world.ts';

const build = useRunning(buildService);
const server = useRunning(() => startPostgres({ isDurable: true }));
let pooler: Pooler | undefined;

beforeAll(async () => {
  if (isPooled) pooler = await startPgBouncer(server.url);
});

afterAll(() => pooler?.stop());

it('survives a killed database during exchanges', async () => {
  const service = await build.start({
    DATABASE_URL: pooler?.urlOf(server.url) ?? server.url,
    MIGRATE_ON_START: 'true',
    MIGRATION_DATABASE_URL: server.url,
    CODE_TTL_SECONDS: '600',
    SUBMISSION_LIMIT: '100000',
    APPLICATIONS_FILE: build.write('applications.json', [testApplication]),
  });
  const exchange = (code: string) => readStatus(actAt(service.url).exchange({ code }));
  const codes = await issueCodes(service.url, 100);
  const statuses = new Map<string, number>();

  const record = async (code: string) => void statuses.set(code, await exchange(code));
  const [first = '', ...others] = codes.slice(0, 90);
  const exchanges = others.map(record);
  // At this point some requests wait, some are running, and some are done.
  await record(first).then(() => server.kill());
  await Promise.all(exchanges);
  await Promise.all(codes.slice(90).map(record));
  const unhealthy = await fetch(`${service.url}/healthz`);
  await server.restart();
  // A pooler tries again after a second.
  if (isPooled)
    await expect.poll(async () => (await fetch(`${service.url}/healthz`)).status).toBe(200);
  const healthy = await fetch(`${service.url}/healthz`);

  expect([unhealthy.status, healthy.status]).toEqual([503, 200]);
  expect(unhealthy.headers.get('Retry-After')).toBe('5');
  expect(new Set(statuses.values())).toEqual(new Set([200, 503]));
  for (const [code, status] of statuses) {
    const again = await exchange(code);
    if (status === 200) expect(again).toBe(400);
    else expect([200, 400]).toContain(again);
    expect(await exchange(code)).toBe(400);
  }
});
