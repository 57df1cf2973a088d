import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpServer } from '../../src/connect/service/http/http-server.ts';
import { startOnNetwork } from './network.ts';
import { openClient, type RawClient } from './raw-client.ts';

/** A client that reads, and never closes its own side. */
async function attack(listenPort: number, text: string): Promise<RawClient> {
  const client = await openClient(listenPort, text, { allowHalfOpen: true });
  client.startReading();
  return client;
}

/** @returns the port of the server, which is stopped after the test */
async function listen(server: ReturnType<typeof createHttpServer>): Promise<number> {
  const { listenPort } = await server.listen(0, 'localhost');
  onTestFinished(() => server.stop());
  return listenPort;
}

const ask = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const countDescriptors = () => readdirSync('/dev/fd').length;

/** @returns the server that answers at this address */
async function findServer(url: string): Promise<Server | undefined> {
  let server: Server | undefined;
  const find = (message: unknown) => {
    server = (message as { readonly server: Server }).server;
  };
  subscribe('http.server.request.start', find);
  await fetch(`${url}/healthz`, { headers: { Connection: 'close' } });
  unsubscribe('http.server.request.start', find);
  return server;
}

it('closes silent or slow connections within 20 s, and frees their descriptors', {
  tags: ['threat-33'],
}, async () => {
  const service = await startOnNetwork();
  onTestFinished(() => service.close());
  const listenPort = Number(new URL(service.url).port);
  const server = await findServer(service.url);
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 });
  // A tenth of the time. The server still looks every two seconds.
  Object.assign(server ?? {}, { headersTimeout: 1000, requestTimeout: 1500 });
  const silent = Array<string>(100).fill('');
  const halfHeaders = Array<string>(50).fill('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1');
  const halfBodies = Array<string>(50).fill(
    'POST /auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  const texts = [...silent, ...halfHeaders, ...halfBodies];

  const before = countDescriptors();
  const attackers = await Promise.all(texts.map((text) => attack(listenPort, text)));
  // Each connection has two ends in this process. In the end, only the attackers' ends may remain.
  await expect.poll(countDescriptors).toBeGreaterThanOrEqual(before + 2 * texts.length);
  await expect
    .poll(countDescriptors, { timeout: 20_000, interval: 100 })
    .toBeLessThanOrEqual(before + texts.length);
  const control = await fetch(`${service.url}/healthz`);

  const statuses = attackers.map(({ readText }) => readText().slice(0, 'HTTP/1.1 408'.length));
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 408']));
  expect(control.status).toBe(200);
});

it('closes the connection instead of writing a second response into the first', async () => {
  const server = createHttpServer();
  server.serve((request, response) => {
    response.write(request.url === '/endless' ? 'begun' : 'whole');
    if (request.url !== '/endless') response.end();
  });
  const listenPort = await listen(server);
  const isClosed =
    ({ socket }: RawClient) =>
    () =>
      socket.readableEnded;

  const endless = await attack(listenPort, ask('/endless'));
  const control = await attack(listenPort, ask('/whole'));
  await expect.poll(endless.readText).toContain('begun');
  await expect.poll(control.readText).toContain('whole');
  for (const { socket } of [endless, control]) socket.write('\0 this is no HTTP\r\n\r\n');

  await expect.poll(isClosed(endless)).toBe(true);
  await expect.poll(isClosed(control)).toBe(true);
  expect(endless.readText()).not.toContain('400 Bad Request');
  expect(control.readText()).toContain('HTTP/1.1 400 Bad Request');
});

it.each([
  [33, false],
  [34, true],
])('%i requests before the first answer close a connection: %s', async (count, expected) => {
  const server = createHttpServer();
  const ends: (() => void)[] = [];
  server.serve((_, response) => void ends.push(() => response.end('whole')));
  const listenPort = await listen(server);
  const { socket } = await attack(listenPort, ask().repeat(count));
  const isClosed = () => socket.readableEnded || socket.destroyed;
  await expect.poll(() => ends).toHaveLength(1);
  ends[0]?.();

  await expect.poll(() => ends.length > 1 || isClosed()).toBe(true);
  expect(isClosed()).toBe(expected);
});

it('does not wait for a client that reads nothing', async () => {
  const server = createHttpServer(500);
  const sockets: Socket[] = [];
  server.serve((request, response) => {
    sockets.push(request.socket);
    // More than the buffers of both ends can hold.
    response.end(Buffer.alloc(20_000_000));
  });
  const listenPort = await listen(server);
  const reader = await attack(listenPort, ask());
  await expect.poll(() => reader.readText().length).toBeGreaterThan(20_000_000);

  await openClient(listenPort, ask());

  await expect.poll(() => sockets.length).toBe(2);
  await expect.poll(() => sockets[1]?.destroyed, { timeout: 5000 }).toBe(true);
});
