import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';

const address = '/openapi.json';
const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const connections = 40;

let build: ServiceBuild;
let service: ServiceProcess;
const sockets: Socket[] = [];

beforeAll(async () => {
  build = await buildService();
}, 60_000);

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(() => build.remove());

const startService = (name: string) => build.start({ DATA_DIR: `${build.folder}/${name}` });

/** A client that has sent this text. */
async function open(text: string): Promise<Socket> {
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  // The service may close the connection while the text is on its way.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return socket;
}

/** The most memory that the process has had, in MB, as the kernel counts it. */
function readPeak({ pid }: ServiceProcess): number {
  const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The service answers these in turn with the other clients, so it has time for what those sent. */
async function askManyTimes(): Promise<void> {
  for (let index = 0; index < 50; index += 1) {
    const response = await fetch(`${service.url}/livez`);
    expect(response.status).toBe(200);
  }
}

describe('clients that send requests and never read', () => {
  it.each([
    ['1,300 on each connection', 1300],
    ['20 on each connection', 20],
  ])('cost the service little memory: %s', async (_, count) => {
    service = await startService(`unread-${count}`);
    await askManyTimes();
    const before = readPeak(service);

    const text = request.repeat(count);
    const clients = await Promise.all(Array.from({ length: connections }, () => open(text)));
    for (const client of clients) client.pause();
    await askManyTimes();

    expect(readPeak(service) - before).toBeLessThan(200);
  });

  it('a client that reads gets every answer, in order', async () => {
    service = await startService('reader');
    const paths = ['/livez', address, '/openapi.json?2', '/nowhere', '/livez'];
    const text = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');

    let received = '';
    const client = await open(text);
    client.on('data', (chunk) => {
      received += chunk;
    });

    const readStatuses = () =>
      [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    await expect.poll(readStatuses).toEqual(['200', '200', '200', '404', '200']);
    expect(received.split('{"status":"ok"}')).toHaveLength(3);
  });
});
