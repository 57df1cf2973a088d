import type { CredentialProvider } from 'tax-connect/providers';
import { expect, it, vi } from 'vitest';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { readConfig } from '../../src/connect/service/config.ts';
import { createMetrics } from '../../src/connect/service/http/metrics.ts';
import { startWorkers } from '../../src/connect/service/workers.ts';
import { isPostgres, openQueriedStore, withoutTable } from './database.ts';
import { createTestService } from './harness.ts';
import { createProviders, fake, servePlugin } from './plugin-service.ts';
import {
  day,
  live,
  liveApplication,
  minute,
  publicUrl,
  start,
  testApplication,
} from './test-application.ts';

/*
 * One part of the background work fails each time, as on a broken index or a row that the code does not expect. Here a
 * table is missing.
 */

async function createQueried() {
  const { store, query } = await openQueriedStore();
  return { store, query, service: await createTestService({ store }) };
}

it.each([
  ['delete the rows of tokens', 'tokens', 'connect_sessions'],
  ['end sessions', 'connect_sessions', 'flows'],
])('a sweep that cannot %s deletes the rows of other tables', async (_, broken, other) => {
  const { service, store, query } = await createQueried();
  await service.startFlow();
  await service.makeSession();

  const purging = withoutTable(query, broken, () => store.purge(start + 30 * day));
  await expect(purging).rejects.toThrow(broken);
  for (const table of ['flows', other]) expect(await query(`SELECT 1 FROM ${table}`)).toEqual([]);
});

it('a sweep comes every five minutes, and one that fails does not count as the last one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { store } = await createTestService();
  const purge = vi.spyOn(store, 'purge').mockRejectedValue(new Error('a broken row'));
  const metrics = createMetrics();
  let now = start;
  const workers = startWorkers({
    ...{ store, providers: createProviders(), metrics, log: createLogger('silent') },
    config: { ...readConfig({}), publicUrl, isLoopback: true },
    deletions: { start() {}, async stop() {} },
    clock: { now: () => now, sleep: async () => {} },
  });
  const sweep = async () => {
    await workers.catchUp();
    const { text } = await metrics.render();
    return Number(/^connect_last_sweep_timestamp_seconds (\S+)/m.exec(text)?.[1]);
  };
  const counts: number[] = [];
  const failed = await sweep();
  purge.mockResolvedValue();
  const done = await sweep();
  purge.mockRejectedValue(new Error('a broken row'));
  now += day;
  const failedAgain = await sweep();
  const before = purge.mock.calls.length;
  for (const ms of [5 * minute - 1, 1, 5 * minute]) {
    vi.advanceTimersByTime(ms);
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(purge.mock.calls.length - before);
  }
  await workers.stop();

  expect([failed, done, failedAgain]).toEqual([0, start / 1000, start / 1000]);
  expect(counts).toEqual([0, 1, 2]);
});

it.skipIf(isPostgres)(
  'a sweep that cannot queue revocations keeps the grants, and the next one queues them',
  async () => {
    const { store, query } = await openQueriedStore();
    const begin: CredentialProvider['begin'] = async ({ username = '' }) => ({
      ...{ status: 'accepted', subject: username, label: username, grant: username },
    });
    const service = await servePlugin({ ...fake, begin }, store);
    await (await service.startAt()).logIn('at consent');
    await service.allow({ application: live, providerId: 'fake', username: 'with a code' });
    await query(`CREATE TRIGGER broken BEFORE INSERT ON jobs
    BEGIN SELECT RAISE(ABORT, 'a broken row'); END`);
    await expect(store.purge(start + 30 * day)).rejects.toThrow('a broken row');
    await query('DROP TRIGGER broken');
    await store.purge(start + 30 * day);

    expect(await store.revocations.count()).toBe(2);
  },
);

it('events are published although expired sessions cannot be ended', async () => {
  const { service, store, query } = await createQueried();
  const row = { client_id: 'test_app', webhook_id: 'wh_one', url: 'http://localhost:3000/' };
  await store.webhooks.add({ ...row, types: 'all', sealed_secret: 'sealed', created_at: start });
  await service.connectSandbox();
  const publishing = withoutTable(query, 'connect_sessions', () => store.events.publish(start));
  await expect(publishing).rejects.toThrow('connect_sessions');

  const lease = { now: start, until: start + day, count: 9 };
  expect(await store.deliveryQueue.take(lease)).toMatchObject([
    { body: expect.stringContaining('connection.created') },
  ]);
});

it.skipIf(isPostgres)(
  'an application whose rows cannot be deleted does not stop others',
  async () => {
    const { service, store, query } = await createQueried();
    for (const [clientId, name] of [
      ['test_app', testApplication.name],
      ['live_app', liveApplication.name],
    ] as const) {
      await service.startFlow({ clientId });
      await service.admin.post(`applications/${clientId}/delete`, { name });
    }
    await query(`CREATE TRIGGER broken BEFORE DELETE ON flows WHEN OLD.client_id = 'test_app'
    BEGIN SELECT RAISE(ABORT, 'a broken row'); END`);

    await expect(store.purgeDeleted()).rejects.toThrow('a broken row');
    expect(await query('SELECT client_id FROM flows')).toEqual([{ client_id: 'test_app' }]);
  },
);
