import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byExtent, isLongRun } from '../support/extent.ts';
import { backends } from './support/languages.ts';
import { createExampleFolder } from './support/link-packages.ts';
import { startProgram } from './support/start-program.ts';

/** A server of the examples. */
interface Server {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly string[];
  /** Runs before, in the folder. */
  readonly build?: readonly string[] | undefined;
  /** Answers of the framework itself, before the example gets the request. */
  readonly ownFaults?: readonly string[];
  /** The status of an unknown page; 404 by default. */
  readonly unknownPage?: number;
}

const runByNode = (name: string): Server => ({
  name,
  folder: dirname(name),
  command: [process.execPath, basename(name)],
});

/** Servers that need no packages except this one and those of this repository. */
const usual: readonly Server[] = [
  ...['backends/node-http/server.js', 'backends/node-http/webhooks.js', 'backends/hono/server.js'],
  ...['mobile/backend/server.js', 'server-frameworks/hono.js', 'provider/tax-provider.mjs'],
].map(runByNode);

/** Their packages come from the registry. */
const installed: readonly Server[] = [
  ...['backends/express', 'backends/fastify'].map((name) => runByNode(`${name}/server.js`)),
  // express-session leaves `*` without a session, which Passport demands.
  { ...runByNode('server-frameworks/express.js'), ownFaults: ['OPTIONS * => 500'] },
  runByNode('server-frameworks/fastify.js'),
  // Koa parses the address without a catch.
  {
    ...runByNode('server-frameworks/koa.js'),
    ownFaults: ['GET http://[ => 500', 'POST http://[/callback => 500'],
  },
];

const otherLanguages = backends.flatMap(({ name, webhooks, ...server }): readonly Server[] => {
  const folder = `backends/${name}`;
  const pages = { ...server, name: `${folder}/server`, folder };
  // Python's server answers 501 to a method that the receiver does not define.
  const own = { name: `${folder}/webhooks`, folder, unknownPage: name === 'python' ? 501 : 404 };
  return webhooks ? [pages, { ...webhooks, ...own }] : [pages];
});

/** A request with headers besides `Host`. The headers give the length of the body. */
function write(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
}

const bearer = 'Authorization: Bearer token-of-ada';
const ownPage = ['Sec-Fetch-Site: same-origin', 'Content-Length: 0'];
const withLength = (length: number | string) => `Content-Length: ${length}`;
const signed = (time: number | string, signature: string) => [
  'webhook-id: a',
  `webhook-timestamp: ${time}`,
  `webhook-signature: ${signature}`,
  withLength(2),
];
const now = Math.floor(Date.now() / 1000);

/** Odd targets, methods and bodies that anyone may send. One without an end is aborted. */
const requests: readonly string[] = [
  write('GET //'),
  write('GET //evil.example:99999/'),
  write('GET /%E0%A4%A'),
  write('GET http://'),
  write('GET http://['),
  write('OPTIONS *'),
  'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
  write('PURGE /mobile/start', [bearer]),
  write('POST /mobile/finish', [bearer, withLength(4)], 'null'),
  write('POST /sessions', [withLength(2)], '[]'),
  write('POST /sessions', [withLength(5)], '{"a":'),
  ...['?code=%00', '?code=%', '?code=%FF%FE', '?code=a&code=b', '?code[]=a', '?', ''].map((query) =>
    write(`POST /callback${query}`, ownPage),
  ),
  write(`POST /callback?code=${'a'.repeat(6000)}`, ownPage),
  write('POST http://[/callback', ownPage),
  write('POST //callback?code=a', ownPage),
  write('POST /callback?code=a', [
    ...ownPage,
    'Cookie: %=%; connect.sid=s:%FF.%; user=%; user.sig=',
  ]),
  write('POST /hooks', [withLength(2)], '{}'),
  ...['abc', '-1', '9'.repeat(30)].map((length) => write('POST /hooks', [withLength(length)])),
  write('POST /hooks', signed('NaN', 'v1'), '{}'),
  write('POST /hooks', signed(now, 'v1,%%% v2 é v1,é,'), '{}'),
  write('POST /hooks', signed(now, 'v1,'), '\xff\xfe'),
  write('POST /mobile/finish', [bearer, withLength(50)], '{'),
  write('POST /sessions', [withLength(50)], '{'),
  write('POST /hooks', ['Transfer-Encoding: chunked'], '5\r\nab'),
];

let folder: string;
let remove: () => void;

beforeAll(() => {
  const examples = ['backends', 'mobile', 'provider', 'server-frameworks'];
  const manifests = ['server-frameworks', 'backends/fastify'].map((name) =>
    join('demo/examples', name, 'package.json'),
  );
  ({ folder, remove } = createExampleFolder(manifests, ['hono', '@hono']));
  for (const name of examples) {
    cpSync(join('demo/examples', name), join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'public'));
  for (const file of ['public/page.txt', 'secret.txt']) writeFileSync(join(folder, file), '');
  if (!isLongRun) return;
  for (const { name } of backends.filter(({ webhooks }) => webhooks)) {
    // Instead of a package of another registry.
    const libraries = 'test/package/support/standard-webhooks';
    cpSync(libraries, join(folder, 'backends', name), { recursive: true });
  }
});

afterAll(() => remove?.());

async function start({ folder: own, command, build }: Server) {
  const cwd = join(folder, own);
  const [builder, ...parts] = build ?? [];
  if (builder) execFileSync(builder, parts, { cwd });
  return await startProgram(cwd, command, { PUBLIC_DIR: join(folder, 'public') });
}

/** Sends bytes. Resolves with the status of the answer; undefined when the server has hung up, or was left. */
function send(port: number, bytes: string): Promise<number | undefined> {
  return new Promise((done) => {
    const socket = connect(port, 'localhost', () => socket.write(bytes));
    const [head = '', body = ''] = bytes.split('\r\n\r\n');
    const announced = Number(/content-length: ([^\r]+)/i.exec(head)?.[1] ?? 0);
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

const unknownPage = write('GET /no-such-page');

const servers = byExtent(usual, [...usual, ...installed, ...otherLanguages]);

it.each(servers)('$name answers bad requests, and lives', async (server) => {
  const { port, isRunning } = await start(server);

  const answers: string[] = [];
  for (const request of requests) {
    const status = (await send(port, request)) ?? 400;
    // 501: an unknown method. 502: the example asks a Connect service, which does not run here.
    if (status < 500 || status === 501 || status === 502) continue;
    answers.push(`${request.split(' HTTP/')[0]?.slice(0, 60)} => ${status}`);
  }
  const last = await send(port, unknownPage);

  expect(isRunning()).toBe(true);
  expect(answers).toEqual(server.ownFaults ?? []);
  expect(last).toBe(server.unknownPage ?? 404);
});

const withPages = servers.filter(({ name }) => /^backends\/[a-z-]+\/server/.test(name));

it.each(withPages)('$name sends the files of its folder only', async (server) => {
  const { port } = await start(server);
  const ways = ['/..', '/%2e%2e', '/..%2f', '/..\\', 'http://a/../../..', 'http://a/%2e%2e'];

  expect(await send(port, write('GET /page.txt'))).toBe(200);
  for (const way of ways) {
    expect(await send(port, write(`GET ${way}/secret.txt`))).not.toBe(200);
  }
});
