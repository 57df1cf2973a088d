import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';
import {
  createBlankDatabase,
  describeDatabase,
  findSqliteDriver,
  isPostgres,
  waitingForLock,
} from './database.ts';
import { adminToken, asAdmin, credentials, testApplication } from './harness.ts';
import { issueCodes, post } from './network.ts';

/** A killed process has taken its deliveries for half a minute. */
const leaseTimeoutMs = 90_000;

let build: ServiceBuild;

/** A receiver on this machine, whose answers the test gives. */
interface HeldReceiver {
  readonly url: string;
  /** `webhook-id` of each request. */
  readonly ids: string[];
  /** Called with each request; the default answers 204. */
  hold: (response: ServerResponse) => void;
}

const closers: (() => void)[] = [];

async function startReceiver(): Promise<HeldReceiver> {
  const server = createServer((request, response) => {
    receiver.ids.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => receiver.hold(response));
  });
  const port = await listen(server);
  closers.push(() => server.close().closeAllConnections());
  const receiver: HeldReceiver = {
    url: `http://localhost:${port}/`,
    ids: [],
    hold: (response) => void response.writeHead(204).end(),
  };
  return receiver;
}

async function listen(server: ReturnType<typeof createTcpServer>, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A database, and processes of the service that share it. */
async function createPlace(name: string) {
  const folder = join(build.folder, name);
  const databaseUrl = isPostgres ? await createBlankDatabase() : undefined;
  const environment = {
    ...(databaseUrl === undefined ? { DATA_DIR: folder } : describeDatabase(databaseUrl)),
    DASHBOARD_PASSWORD: 'kept across restarts',
    ADMIN_TOKEN: adminToken,
    GRANT_KEY: Buffer.alloc(32, 7).toString('base64'),
    APPLICATIONS_FILE: build.write('applications.json', [testApplication]),
  };
  return {
    start: () => build.start(environment),
    /** No process can write until the returned function is called. */
    async lockDeliveries(): Promise<() => Promise<void>> {
      if (databaseUrl !== undefined) {
        const client = new Client({ connectionString: databaseUrl });
        await client.connect();
        await client.query('BEGIN; LOCK TABLE jobs IN SHARE MODE');
        return async () => {
          // The database would still store the statements of a killed process.
          await client.query(
            `SELECT pg_terminate_backend(pid) FROM (${waitingForLock}) AS waiting`,
          );
          await client.end();
        };
      }
      const sqlite = new (findSqliteDriver())(join(folder, 'connect.sqlite'));
      sqlite.exec('BEGIN IMMEDIATE');
      return async () => sqlite.close();
    },
  };
}

const admin = (service: ServiceProcess, path: string, body: object = {}) =>
  post(`${service.url}/admin/applications/test_app/${path}`, body, asAdmin);

async function addWebhook(service: ServiceProcess, url: string): Promise<string> {
  const answer = await admin(service, 'webhooks/add', { url, types: 'all' });
  expect(answer.status).toBe(201);
  return String(((await answer.json()) as { webhook_id: string }).webhook_id);
}

async function listStatuses(service: ServiceProcess, id: string): Promise<readonly string[]> {
  const path = `/admin/applications/test_app/webhooks/${id}/deliveries`;
  const answer = await fetch(service.url + path, { headers: asAdmin });
  const { deliveries } = (await answer.json()) as { deliveries: { status: string }[] };
  return deliveries.map(({ status }) => status);
}

/** Resolves when the receiver gets its next request, and then with its response. */
const nextRequest = (receiver: HeldReceiver) =>
  new Promise<ServerResponse>((resolve) => {
    receiver.hold = resolve;
  });

const answerAll = (receiver: HeldReceiver) => {
  receiver.hold = (response) => void response.writeHead(204).end();
};

describe.runIf(isLongRun)('a delivery survives kill -9', () => {
  beforeAll(async () => {
    build = await buildService();
  });

  afterAll(async () => {
    for (const close of closers.splice(0)) close();
    await build.remove();
  });

  it('before a process has taken it', async () => {
    const { start } = await createPlace('unclaimed');
    const receiver = await startReceiver();
    const service = await start();
    const id = await addWebhook(service, receiver.url);
    const [code] = await issueCodes(service.url, 1);
    const exchanged = await post(`${service.url}/auth/token`, { ...credentials, code });
    await service.end('SIGKILL');
    const early = receiver.ids.length;
    const again = await start();
    await expect.poll(() => listStatuses(again, id), { timeout: 20_000 }).toEqual(['delivered']);

    expect([exchanged.status, early]).toEqual([200, 0]);
    expect(receiver.ids).toEqual([expect.stringMatching(/^ev_/)]);
    await again.end('SIGTERM');
  });

  it(
    'after that, before its request has arrived',
    async () => {
      const { start } = await createPlace('claimed');
      const service = await start();
      // Accepts connections, and reads nothing.
      const deaf = createTcpServer({ pauseOnConnect: true });
      const port = await listen(deaf);
      const connected = new Promise<void>((resolve) => {
        deaf.once('connection', (socket) => {
          socket.destroy();
          resolve();
        });
      });
      const id = await addWebhook(service, `http://localhost:${port}/`);
      await admin(service, `webhooks/${id}/test`);
      const killed = connected.then(() => service.end('SIGKILL'));
      await killed;
      await new Promise((resolve) => deaf.close(resolve));
      const ids: string[] = [];
      const receiver = createServer((request, response) => {
        ids.push(String(request.headers['webhook-id']));
        response.writeHead(204).end();
      });
      await listen(receiver, port);
      closers.push(() => receiver.close().closeAllConnections());
      const again = await start();
      await expect
        .poll(() => listStatuses(again, id), { timeout: leaseTimeoutMs, interval: 500 })
        .toEqual(['delivered']);

      expect(ids).toHaveLength(1);
      await again.end('SIGTERM');
    },
    leaseTimeoutMs + 30_000,
  );

  it.each(['during its request', 'after the answer, before it is stored'])(
    '%s: the same webhook-id comes again',
    async (phase) => {
      const { start, lockDeliveries } = await createPlace(phase.slice(0, 6).trim());
      const receiver = await startReceiver();
      const service = await start();
      const id = await addWebhook(service, receiver.url);
      const requested = nextRequest(receiver);
      await admin(service, `webhooks/${id}/test`);
      const response = await requested;
      if (phase.startsWith('after')) {
        const unlock = await lockDeliveries();
        await new Promise<void>((resolve) => response.writeHead(204).end(resolve));
        // The service has the answer, and waits for the database.
        await wait(500);
        await service.end('SIGKILL');
        await unlock();
      } else {
        await service.end('SIGKILL');
      }
      answerAll(receiver);
      const again = await start();
      const before = await listStatuses(again, id);
      await expect
        .poll(() => listStatuses(again, id), { timeout: leaseTimeoutMs, interval: 500 })
        .toEqual(['delivered']);
      const [first, second, ...more] = receiver.ids;

      expect(before).toEqual(['sending']);
      expect(first).toMatch(/^ev_/);
      expect([second, more]).toEqual([first, []]);
      await again.end('SIGTERM');
    },
    leaseTimeoutMs + 30_000,
  );

  it(
    'again and again, also to a receiver that is slow, while another answers 410',
    async () => {
      const { start } = await createPlace('load');
      const [quick, slow, gone] = [
        await startReceiver(),
        await startReceiver(),
        await startReceiver(),
      ];
      slow.hold = (response) => void setTimeout(() => response.writeHead(204).end(), 500);
      gone.hold = (response) => void response.writeHead(410).end();
      let service = await start();
      // SQLite is for one process.
      const other = isPostgres ? await start() : undefined;
      const hooks = [await addWebhook(service, quick.url), await addWebhook(service, slow.url)];
      await admin(service, `webhooks/${await addWebhook(service, gone.url)}/test`);
      const [kills, events] = [3, 40];
      for (let kill = 0; kill < kills; kill += 1) {
        const tests = hooks.flatMap((id) => Array<string>(events).fill(`webhooks/${id}/test`));
        const answers = await Promise.all(tests.map((path) => admin(service, path)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
        await service.end('SIGKILL');
        service = await start();
      }

      for (const { ids } of [quick, slow]) {
        await expect
          .poll(() => new Set(ids).size, { timeout: leaseTimeoutMs, interval: 500 })
          .toBe(kills * events);
        // A killed process has at most 64 requests under way.
        expect(ids.length - kills * events).toBeLessThanOrEqual(kills * 64);
      }
      expect(gone.ids.length).toBeLessThanOrEqual(1 + kills);
      for (const one of [service, other]) await one?.end('SIGTERM');
    },
    2 * leaseTimeoutMs,
  );

  it('and SIGTERM finishes what is under way', async () => {
    const { start } = await createPlace('stopped');
    const receiver = await startReceiver();
    const service = await start();
    const id = await addWebhook(service, receiver.url);
    const requested = nextRequest(receiver);
    await admin(service, `webhooks/${id}/test`);
    const response = await requested;
    const ended = service.end('SIGTERM');
    await wait(1000);
    response.writeHead(204).end();
    const exitCode = await ended;
    answerAll(receiver);
    const again = await start();

    expect(exitCode).toBe(0);
    expect(await listStatuses(again, id)).toEqual(['delivered']);
    expect(receiver.ids).toHaveLength(1);
    await again.end('SIGTERM');
  });
});
