import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { byExtent, isLongRun } from '../support/extent.ts';
import { findFreePort } from '../support/free-port.ts';
import { createEmptyProject } from '../support/tarball.ts';

/** A server of the examples: its file, and the command without it; default: Node. */
type Server = readonly [file: string, command?: readonly string[]];

/** They need no package but this one, and those of this repository. */
const usual: readonly Server[] = [
  ['backends/node-http/server.js'],
  ['backends/node-http/webhooks.js'],
  ['backends/hono/server.js'],
  ['mobile/backend/server.js'],
  ['server-frameworks/hono.js'],
  ['provider/tax-provider.mjs'],
];

/** Their packages come from the registry. */
const installed: readonly Server[] = [
  ['backends/express/server.js'],
  ['backends/fastify/server.js'],
  ['server-frameworks/express.js'],
  ['server-frameworks/fastify.js'],
];

/** `npm run test:long` installs the languages. */
const otherLanguages: readonly Server[] = [
  ['backends/python/server.py', ['python3']],
  ['backends/ruby/server.rb', ['ruby']],
  ['backends/php/server.php', ['php', '-S', 'localhost:$PORT', '-t', 'public']],
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

let remove: () => void;

beforeAll(() => {
  const examples = ['backends', 'mobile', 'provider', 'server-frameworks'];
  if (isLongRun) {
    ({ folder, remove } = createEmptyProject(undefined, listPackages()));
  } else {
    folder = mkdtempSync(join(tmpdir(), 'example-servers-'));
    remove = () => rmSync(folder, { recursive: true, force: true });
    // The examples import packages by their names.
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('.'), join(folder, 'node_modules/tax-connect'), 'dir');
    for (const name of ['hono', '@hono']) {
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'dir');
    }
  }
  for (const name of examples) {
    cpSync(join('demo/examples', name), join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'public'));
}, 300_000);

/** With versions, as the examples have them. */
function listPackages(): string[] {
  const dependencies = ['server-frameworks', 'backends/fastify'].map((name) => {
    const text = readFileSync(join('demo/examples', name, 'package.json'), 'utf8');
    return JSON.parse(text).dependencies as Record<string, string>;
  });
  const { 'tax-connect': _, ...others } = Object.assign({}, ...dependencies);
  return Object.entries(others).map(([name, version]) => `${name}@${version}`);
}

afterEach(() => void child?.kill('SIGKILL'));
afterAll(() => remove?.());

async function start([file, command = [process.execPath]]: Server) {
  const port = await findFreePort();
  const [program = '', ...args] = command.map((word) => word.replace('$PORT', String(port)));
  const server = spawn(program, [...args, join(folder, file)], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      CONNECT_BASE_URL: 'http://localhost:9',
      CONNECT_CLIENT_ID: 'app',
      CONNECT_CLIENT_SECRET: 'the-secret',
      CONNECT_WEBHOOK_SECRET: 'whsec_c2VjcmV0LW9mLXRoZS1leGFtcGxlcw==',
      SESSION_SECRET: 'the-secret-of-the-sessions-in-these-examples',
    },
  });
  child = server;
  await expect.poll(() => send(port, unknownPage), { timeout: 30_000 }).toBeDefined();
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
      done(Number(/^HTTP\/1\.[01] (\d+)/.exec(String(text))?.[1]));
      socket.destroy();
    });
    socket.on('error', () => done(undefined));
    socket.on('close', () => done(undefined));
  });
}

const unknownPage = `GET /no-such-page HTTP/1.1\r\n${host}\r\n\r\n`;

const servers = byExtent(usual, [...usual, ...installed, ...otherLanguages]);

const named = servers.map((server) => [server[0], server] as const);

it.each(named)('%s answers bad requests, and lives', async (_, server) => {
  const { port, isRunning } = await start(server);

  const answers: (number | undefined)[] = [];
  for (const request of requests) answers.push(await send(port, request));
  const last = await send(port, unknownPage);

  expect(isRunning()).toBe(true);
  // 501: an unknown method. 502: the example asks a Connect service, which does not run here.
  const isFine = (status = 400) => status < 500 || status === 501 || status === 502;
  expect(answers.filter((status) => !isFine(status))).toEqual([]);
  expect(last).toBe(404);
});
