import { readFileSync } from 'node:fs';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { createEventHub } from '../../src/connect/service/flow/event-hub.ts';
import { answerEvents } from '../../src/connect/service/flow/steps/events.ts';
import { createHttpServer } from '../../src/connect/service/http/http-server.ts';
import { createLifecycle } from '../../src/connect/service/http/lifecycle.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { buildService, type ServiceProcess } from '../support/service-process.ts';
import { useRunning } from '../support/use-running.ts';
import { openTestStore } from './database.ts';
import { openClient } from './raw-client.ts';
import { atOnce } from './world.ts';

const address = '/openapi.json';
const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const build = useRunning(buildService);
let service: ServiceProcess;

const startService = (name: string) => build.start({ DATA_DIR: `${build.folder}/${name}` });

const open = (text: string) => openClient(Number(new URL(service.url).port), text);

/** The most memory that the process has had, in MB, as the kernel counts it. */
function readPeak({ pid }: ServiceProcess): number {
  const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The service answers these in turn with the other clients, so it has time for their requests. */
async function askManyTimes(): Promise<void> {
  for (let index = 0; index < 50; index += 1) {
    const response = await fetch(`${service.url}/livez`);
    expect(response.status).toBe(200);
  }
}

/** So many clients send this text, and read nothing. @returns the memory that they cost, in MB */
async function flood(count: number, text: string): Promise<number> {
  await askManyTimes();
  const before = readPeak(service);
  await atOnce(count, () => open(text));
  await askManyTimes();
  return readPeak(service) - before;
}

describe('clients that send requests and never read', () => {
  const longRequest = `GET /docs/search.json HTTP/1.1\r\nHost: localhost\r\nCookie: a=${'x'.repeat(60_000)}\r\n\r\n`;

  const floods: readonly [string, number, string][] = [
    ['1,300 on each connection', 1300, request],
    ['300 with long headers on each connection', 300, longRequest],
    ['20 on each connection', 20, request],
  ];

  it.each(byExtent(floods.slice(0, 2), floods))(
    'cost the service little memory: %s',
    { tags: ['threat-47'] },
    async (_, count, sent) => {
      service = await startService(`unread-${count}`);

      expect(await flood(40, sent.repeat(count))).toBeLessThan(200);
    },
  );

  it('a client that reads gets every answer, in order', { tags: ['control-47'] }, async () => {
    service = await startService('reader');
    const paths = ['/livez', address, '/openapi.json?2', '/nowhere', '/livez'];
    const text = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');

    const client = await open(text);
    client.startReading();

    const readStatuses = () =>
      [...client.readText().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    await expect.poll(readStatuses).toEqual(['200', '200', '200', '404', '200']);
    expect(client.readText().split('{"status":"ok"}')).toHaveLength(3);
  });

  it.runIf(isLongRun)('cost less than half of the largest answer each', async () => {
    service = await startService('large');
    const path = '/docs/search.json';
    const { byteLength } = await (await fetch(service.url + path)).arrayBuffer();

    const grown = await flood(400, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

    expect((grown * 1_048_576) / 400).toBeLessThan(byteLength / 2);
  });
});

it('an event stream makes no further event while its client does not read, and ends with the connection', async () => {
  const counts = { reader: 0, silent: 0 };
  const ended: string[] = [];
  // Longer than a busy machine may keep this process waiting, in which a client that reads looks silent, too.
  const server = createHttpServer(byExtent(5000, 10_000));
  const app = new Hono();
  const hub = createEventHub({
    store: await openTestStore(),
    clock: { now: Date.now, sleep: async () => undefined },
    log: createLogger('silent'),
    lifecycle: createLifecycle(),
  });
  app.get('/:name', (context) => {
    const name = context.req.param('name') === 'reader' ? 'reader' : 'silent';
    return answerEvents(hub, context, {
      ...{ signal: new AbortController().signal, tokenHash: name, since: 0, isAwaited: false },
      describe: async () => {
        counts[name] += 1;
        // One that is silent gets more than the buffers of both systems hold together.
        const text = String(counts[name]).padEnd(name === 'silent' ? 16_000_000 : 1000);
        const event = { handoff: 'waiting', provider_id: text } as const;
        return { event, isLast: false, changesAt: 0 };
      },
      onEnd: () => ended.push(name),
    });
  });
  server.serve(getRequestListener(app.fetch));
  const { listenPort } = await server.listen(0, 'localhost');
  const ask = (name: string) =>
    openClient(listenPort, `GET /${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await ask('silent');
  const reader = await ask('reader');
  reader.startReading();

  await expect.poll(() => ended, { timeout: 40_000 }).toEqual(['silent']);
  // One is being sent, and two wait on their way to the connection.
  expect(counts.silent).toBeLessThanOrEqual(3);
  await expect.poll(() => counts.reader).toBeGreaterThan(3);
  reader.socket.destroy();
  await server.stop();
});
