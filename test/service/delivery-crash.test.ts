import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';
import { createBlankDatabase, describeDatabase, isPostgres } from './database.ts';
import { actAt } from './network.ts';
import { adminToken, testApplication } from './test-application.ts';
import { answerWith, createAdmin, type Receiver, startReceiver } from './webhook-world.ts';

/** A killed process has taken its deliveries for half a minute. */
const leaseTimeoutMs = 90_000;

let build: ServiceBuild;

/** @returns a function that starts a process of the service, on a database of that name */
async function prepareStart(name: string) {
  const folder = join(build.folder, name);
  const databaseUrl = isPostgres ? await createBlankDatabase() : undefined;
  const environment = {
    ...(databaseUrl === undefined ? { DATA_DIR: folder } : describeDatabase(databaseUrl)),
    DASHBOARD_PASSWORD: 'kept across restarts',
    ADMIN_TOKEN: adminToken,
    GRANT_KEY: Buffer.alloc(32, 7).toString('base64'),
    APPLICATIONS_FILE: build.write('applications.json', [testApplication]),
  };
  return () => build.start(environment);
}

const adminOf = ({ url }: ServiceProcess) => createAdmin(actAt(url));

/** `webhook-id` of each request. */
const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

/** Resolves when the receiver gets its next request, and then with its response. */
const nextRequest = (receiver: Receiver) =>
  new Promise<ServerResponse>((resolve) => {
    receiver.answer = resolve;
  });

describe.runIf(isLongRun)('a delivery survives kill -9', () => {
  beforeAll(async () => {
    build = await buildService();
  });

  afterAll(async () => {
    await build.remove();
  });

  it(
    'again and again, also to a receiver that is slow, while another answers 410',
    async () => {
      const start = await prepareStart('load');
      const [quick, slow, gone] = [
        await startReceiver(),
        await startReceiver(),
        await startReceiver(),
      ];
      slow.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 500);
      gone.answer = answerWith(410);
      let service = await start();
      // SQLite is for one process.
      const other = isPostgres ? await start() : undefined;
      const admin = adminOf(service);
      const hooks = [await admin.add(quick.url), await admin.add(slow.url)];
      await admin.test((await admin.add(gone.url)).id);
      const [kills, events] = [3, 40];
      for (let kill = 0; kill < kills; kill += 1) {
        const tests = hooks.flatMap(({ id }) => Array<string>(events).fill(id));
        await Promise.all(tests.map(adminOf(service).test));
        await service.end('SIGKILL');
        service = await start();
      }

      for (const receiver of [quick, slow]) {
        await expect
          .poll(() => new Set(idsOf(receiver)).size, { timeout: leaseTimeoutMs, interval: 500 })
          .toBe(kills * events);
        // A killed process has at most 64 requests under way.
        expect(receiver.received.length - kills * events).toBeLessThanOrEqual(kills * 64);
      }
      expect(gone.received.length).toBeLessThanOrEqual(1 + kills);
      for (const one of [service, other]) await one?.end('SIGTERM');
    },
    2 * leaseTimeoutMs,
  );

  it('and SIGTERM finishes what is under way', async () => {
    const start = await prepareStart('stopped');
    const receiver = await startReceiver();
    const service = await start();
    const { id } = await adminOf(service).add(receiver.url);
    const requested = nextRequest(receiver);
    await adminOf(service).test(id);
    const response = await requested;
    const ended = service.end('SIGTERM');
    await wait(1000);
    response.writeHead(204).end();
    const exitCode = await ended;
    receiver.answer = answerWith(204);
    const again = await start();

    expect(exitCode).toBe(0);
    expect(await adminOf(again).listDeliveries(id)).toMatchObject([{ status: 'delivered' }]);
    expect(receiver.received).toHaveLength(1);
    await again.end('SIGTERM');
  });
});
