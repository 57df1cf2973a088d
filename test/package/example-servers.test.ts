import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';

/** The servers of the examples that need no package but this one. */
const servers = [
  'backends/node-http/server.js',
  'backends/node-http/webhooks.js',
  'mobile/backend/server.js',
  'provider/tax-provider.mjs',
];

const host = 'Host: localhost';
/** What a server may get from anyone: odd targets, methods and bodies. A request without an end is aborted. */
const requests: readonly string[] = [
  `GET // HTTP/1.1\r\n${host}\r\n\r\n`,
  `GET //evil.example:99999/ HTTP/1.1\r\n${host}\r\n\r\n`,
  `GET /%E0%A4%A HTTP/1.1\r\n${host}\r\n\r\n`,
  `GET http:// HTTP/1.1\r\n${host}\r\n\r\n`,
  `GET http://[ HTTP/1.1\r\n${host}\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
  `PURGE /mobile/start HTTP/1.1\r\n${host}\r\nAuthorization: Bearer token-of-ada\r\n\r\n`,
  `POST /mobile/finish HTTP/1.1\r\n${host}\r\nAuthorization: Bearer token-of-ada\r\nContent-Length: 4\r\n\r\nnull`,
  `POST /sessions HTTP/1.1\r\n${host}\r\nContent-Length: 2\r\n\r\n[]`,
  `POST /sessions HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\n\r\n{"a":`,
  `POST /callback?code=%00 HTTP/1.1\r\n${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n\r\n`,
  `POST /hooks HTTP/1.1\r\n${host}\r\nContent-Length: 2\r\n\r\n{}`,
  `POST /mobile/finish HTTP/1.1\r\n${host}\r\nAuthorization: Bearer token-of-ada\r\nContent-Length: 50\r\n\r\n{`,
  `POST /sessions HTTP/1.1\r\n${host}\r\nContent-Length: 50\r\n\r\n{`,
  `POST /hooks HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab`,
];

let child: ChildProcess | undefined;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'example-servers-'));
  cpSync('demo/examples/backends/node-http', join(folder, 'backends/node-http'), {
    recursive: true,
  });
  for (const name of ['mobile', 'provider']) {
    cpSync(join('demo/examples', name), join(folder, name), { recursive: true });
  }
  // The examples import the package by its name.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/tax-connect'), 'dir');
});

afterEach(() => void child?.kill('SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(file: string): Promise<{ port: number; isRunning: () => boolean }> {
  const port = await findFreePort();
  const server = spawn(process.execPath, [join(folder, file)], {
    env: {
      PORT: String(port),
      CONNECT_BASE_URL: 'http://localhost:9',
      CONNECT_CLIENT_ID: 'app',
      CONNECT_CLIENT_SECRET: 'the-secret',
      CONNECT_WEBHOOK_SECRET: 'whsec_c2VjcmV0LW9mLXRoZS1leGFtcGxlcw==',
    },
  });
  child = server;
  let printed = '';
  server.stdout.on('data', (text) => {
    printed += text;
  });
  await expect.poll(() => printed, { timeout: 30_000 }).toContain(String(port));
  return { port, isRunning: () => server.exitCode === null };
}

/** Sends bytes. Resolves with the status of the answer; undefined when the server has hung up, or was left. */
function send(port: number, bytes: string): Promise<number | undefined> {
  return new Promise((done) => {
    const socket = connect(port, 'localhost', () => socket.write(bytes));
    const [head = '', body = ''] = bytes.split('\r\n\r\n');
    const announced = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    // The client of an unfinished body goes once it has been sent.
    if (announced > body.length || /chunked/i.test(head)) {
      socket.on('connect', () => socket.end(() => setImmediate(() => socket.destroy())));
    }
    socket.on('data', (text) => {
      done(Number(/^HTTP\/1\.1 (\d+)/.exec(String(text))?.[1]));
      socket.destroy();
    });
    socket.on('error', () => done(undefined));
    socket.on('close', () => done(undefined));
  });
}

it.each(servers)('%s answers bad requests, and lives', async (file) => {
  const { port, isRunning } = await start(file);

  const answers: (number | undefined)[] = [];
  for (const request of requests) answers.push(await send(port, request));
  const last = await send(port, `GET /no-such-page HTTP/1.1\r\n${host}\r\n\r\n`);

  expect(isRunning()).toBe(true);
  // 502: the example asks a Connect service, which does not run here.
  expect(answers.filter((status = 400) => status >= 500 && status !== 502)).toEqual([]);
  expect(last).toBe(404);
});
