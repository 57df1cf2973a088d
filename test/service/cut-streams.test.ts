import { getRequestListener } from '@hono/node-server';
import type { TaxRecord } from 'tax-connect/providers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpServer } from '../../src/connect/service/http/http-server.ts';
import { createGate } from '../support/gate.ts';
import { servePlugin } from './plugin-service.ts';
import { openClient, type RawClient } from './raw-client.ts';
import { connect, createFile, createProvider, taxReturn } from './record-provider.ts';
import { moveClock, stopClock } from './stopped-clock.ts';
import { adminToken } from './test-application.ts';

/* A part of a response never passes for the whole, and a place ends with its response. */

const filePath = '/records/r1/files/f1';

async function serve() {
  const { plugin, records } = createProvider();
  const service = await servePlugin(plugin);
  const person = await connect(service);
  const server = createHttpServer();
  server.serve(getRequestListener(service.app.fetch));
  const { listenPort } = await server.listen(0, 'localhost');
  onTestFinished(() => void server.stop());
  return { ...person, records, server, service, listenPort };
}

type Served = Awaited<ReturnType<typeof serve>>;

const open = ({ listenPort, token }: Served, path: string, version = '1.1') =>
  openClient(
    listenPort,
    `GET ${path} HTTP/${version}\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );

describe('a file that is cut', () => {
  type Controller = ReadableStreamDefaultController<Uint8Array>;
  const fail = (controller: Controller) => controller.error(new Error('the provider has hung up'));
  const close = (controller: Controller) => controller.close();
  const part = Buffer.from('%PDF');
  const [file] = taxReturn.files as [TaxRecord['files'][number]];
  const record = { ...taxReturn, files: [{ ...file, bytes: 5 }] };

  // Without a length, a response of HTTP/1.0 ends with its connection, so only a reset tells that it is cut.
  describe.each(['1.1', '1.0'])('breaks the connection of HTTP/%s', (version) => {
    it.each([
      ['fails', fail, 'Error: the provider has hung up'],
      ['is shorter than its record says', close, 'Error: the file ended after 4 bytes'],
    ])('when it %s, and the log has one line', { tags: ['threat-55'] }, async (_, end, detail) => {
      const served = await serve();
      const { records, service } = served;
      const print = vi.spyOn(console, 'error');
      records.read.mockResolvedValue({ status: 'ok', value: record });
      const gate = createGate();
      const cut = createFile(part, 1, { wait: () => gate.opened, end });
      records.file.mockResolvedValueOnce(cut.answer);
      const client = await open(served, filePath, version);
      client.startReading();
      await vi.waitFor(() => expect(client.readText()).toContain('%PDF'));
      gate.open();

      expect(await client.ended).toBe('ECONNRESET');
      expect(service.readLines('provider failed')).toMatchObject([{ provider_id: 'fake', detail }]);
      expect(print).not.toHaveBeenCalled();
    });
  });

  it('is whole when its provider has sent all of it', { tags: ['control-55'] }, async () => {
    const served = await serve();
    const { records, service } = served;
    records.file.mockResolvedValueOnce(createFile(part, 2).answer);
    const client = await open(served, filePath, '1.0');
    client.startReading();

    expect(await client.ended).toBe('whole');
    expect(client.readText()).toContain('%PDF%PDF');
    expect(service.readLines('provider failed')).toEqual([]);
  });
});

it('an export of consents breaks its connection when the database fails, and the log has one line', async () => {
  const served = await serve();
  const { service } = served;
  const print = vi.spyOn(console, 'error');
  let fail = () => {};
  const failing = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('the database has gone'));
  });
  const { consents } = service.store;
  const list = consents.list.bind(consents);
  vi.spyOn(consents, 'list')
    .mockImplementationOnce(async (...query) => {
      const [row] = await list(...query);
      return row ? Array(500).fill(row) : [];
    })
    .mockReturnValueOnce(failing);
  const path = '/admin/applications/live_app/consents/export';
  const client = await open({ ...served, token: adminToken }, path, '1.0');
  client.startReading();
  await vi.waitFor(() => expect(client.readText()).toContain('Live App'));
  fail();

  expect(await client.ended).toBe('ECONNRESET');
  expect(service.readLines('response failed')).toMatchObject([{ path }]);
  expect(print).not.toHaveBeenCalled();
});

it('a response that is still open 15 seconds after the stop of the service is reset', async () => {
  const served = await serve();
  const { records, server } = served;
  const wait = () => new Promise<void>(() => {});
  records.file.mockResolvedValueOnce(createFile(Buffer.from('%PDF'), 1, { wait }).answer);
  const client = await open(served, filePath, '1.0');
  client.startReading();
  await vi.waitFor(() => expect(client.readText()).toContain('%PDF'));
  stopClock();
  const stopped = server.stop();
  await moveClock(stopped);

  expect(await client.ended).toBe('ECONNRESET');
});

const longName = '税'.repeat(255);
const manyFiles = Array.from({ length: 100 }, (_, index) => ({
  ...taxReturn.files[0],
  ...{ id: `${longName.slice(10)}${index}`, name: longName },
})) as TaxRecord['files'];
// More than the buffers of both ends hold.
const longList = Array<TaxRecord>(100).fill({ ...taxReturn, files: manyFiles });
const longText = 'x'.repeat(15_000_000);

const leave = (client?: RawClient) => client?.socket.destroy();
const readAll = (client?: RawClient) => client?.startReading();

it.each([
  ['list', '/records?limit=100'],
  ['read', '/records/r1'],
  ['file', filePath],
] as const)(
  'the place of a %s ends with the response, or when its client leaves',
  {
    tags: ['threat-65', 'control-65'],
  },
  async (method, path) => {
    const served = await serve();
    const { records, get } = served;
    const control = await connect(served.service, 'another person');
    records.list.mockResolvedValue({ status: 'ok', value: { records: longList } });
    records.read.mockResolvedValue({ status: 'ok', value: { ...taxReturn, data: longText } });
    records.file.mockImplementation(async () => createFile(Buffer.from(longText), 1).answer);
    const other = method === 'list' ? '/records/r9' : '/records';
    const clients = await Promise.all([1, 2, 3].map(() => open(served, path)));
    let started = 3;
    for (const end of [leave, readAll]) {
      started += 1;
      clients.push(await open(served, path));
      const isStarted = () => expect(records[method]).toHaveBeenCalledTimes(started);
      await vi.waitFor(isStarted, 10_000);
      const isServed = vi.fn();
      const waits = Promise.resolve(get(other)).finally(isServed);
      // A later request that has a place is served.
      await control.get(other);
      expect(isServed).not.toHaveBeenCalled();
      end(clients.shift());
      expect((await waits).status).not.toBe(429);
    }
  },
);
