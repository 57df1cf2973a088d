import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { listen, stop } from '../support/listen.ts';
import { deliver } from './support/deliver.ts';
import { type Backend, backends, works } from './support/languages.ts';
import { linkPackages } from './support/link-packages.ts';
import { type StartedProgram, startProgram } from './support/start-program.ts';

/** A Connect service that answers as the test says, its origin, and the paths and bodies that it got. */
let service: Server;
let baseUrl: string;
let requests: string[];
/** The status of its answers; 0 to break off the connection instead. */
let status: number;
let folder: string;

async function serve(listener: RequestListener): Promise<void> {
  service = createServer(listener);
  baseUrl = `http://localhost:${await listen(service)}`;
}

beforeEach(() => {
  requests = [];
  status = 200;
  folder = mkdtempSync(join(tmpdir(), 'backend-'));
});

afterEach(async () => {
  await stop(service);
  rmSync(folder, { recursive: true, force: true });
});

const serveExchanges = () =>
  serve(async (request, response) => {
    const body = await text(request);
    requests.push(`${request.method} ${request.url} ${body.includes('the-secret')}`);
    if (status === 0) return void request.socket.destroy();
    const tokens = { account_id: 'acc_1', provider_id: 'sandbox', access_token: 'token' };
    response
      .writeHead(status, { 'Content-Type': 'application/json', Location: '/elsewhere' })
      .end(JSON.stringify(tokens));
  });

/** Two pages of records, and a file. */
const recordAnswers: Readonly<Record<string, unknown>> = {
  '/records': {
    records: [{ id: 't1', name: 'Transcript', tax_year: 2024, files: [] }],
    next_cursor: 'a&b',
  },
  '/records?cursor=a%26b': {
    records: [{ id: 'r/1 ?', name: 'Form 1040', tax_year: 2023, files: [{ id: 'f#1' }] }],
    next_cursor: null,
  },
  '/records/r%2F1%20%3F/files/f%231': '%PDF',
};

/** The ways to break off a file: a part of the announced length, or of a body without one. */
const breaks = { 'by its length': { 'Content-Length': '100000' }, 'in chunks': {} } as const;
type Break = keyof typeof breaks;

/** A Connect service that has tax records, or answers with the status of the test. */
const serveRecords = (broken?: Break) =>
  serve(({ url = '', headers }, response) => {
    const answer = recordAnswers[url.replace(/\?$/, '')];
    requests.push(url);
    const isAllowed = headers.authorization === 'Bearer the-token';
    const refused = status === 200 && !(isAllowed && answer !== undefined) ? 404 : status;
    if (broken && typeof answer === 'string') {
      response.writeHead(200, breaks[broken]).write(answer, () => response.destroy());
      return;
    }
    response
      .writeHead(refused, { Location: '/records?cursor=a%26b' })
      .end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
  });

/** Runs the script of an example until it ends. */
async function readRecords({ name, records }: Backend) {
  cpSync(resolve('demo/examples/backends', name), folder, { recursive: true });
  const [program = '', ...args] = records;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, CONNECT_BASE_URL: baseUrl, ACCESS_TOKEN: 'the-token' };
  const script = spawn(program, args, { cwd: folder, env: env as NodeJS.ProcessEnv });
  const [output, problem, isDone] = await Promise.all([
    text(script.stdout),
    text(script.stderr),
    once(script, 'exit').then(([exit]) => exit === 0),
  ]);
  return { output, problem, isDone };
}

type Program = Pick<Backend, 'name' | 'build' | 'command'>;

/** Starts a server of an example. */
async function start({ name, build, command }: Program): Promise<StartedProgram> {
  await serveExchanges();
  cpSync(resolve('demo/examples/backends', name), folder, { recursive: true });
  const [builder, ...args] = build ?? [];
  if (builder) spawnSync(builder, args, { cwd: folder });
  // PHP marks handled events in the folder for temporary files, where those of an earlier run would count.
  const places = { PUBLIC_DIR: folder, TMPDIR: folder };
  return await startProgram(folder, command, { ...places, CONNECT_BASE_URL: baseUrl });
}

async function post(origin: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${origin}/callback?code=abc`, { method: 'POST', headers });
  return answer.status;
}

const receivers = [
  {
    name: 'node-http',
    isThere: ['node', '--version'],
    webhooks: { command: ['node', 'webhooks.js'] },
  },
  ...backends.filter((backend) => backend.webhooks !== undefined),
];

describe.each(byExtent(receivers.slice(0, 2), receivers))(
  'the receiver in $name',
  ({ name, isThere, webhooks }) => {
    it.runIf(webhooks && works(isThere))(
      'accepts signed events within five minutes, and handles each one once',
      async () => {
        // The examples get the package of a registry that may be out of reach, and ours.
        cpSync('test/package/support/standard-webhooks', folder, { recursive: true });
        linkPackages(folder);
        const { origin, printed } = await start({ name, command: [], ...webhooks });

        const refused = [
          await deliver(origin, { forge: (body) => body.replace('acc_1', 'acc_2') }),
          await deliver(origin, { secondsAgo: 330 }),
          await deliver(origin, { secondsAgo: -330 }),
        ];
        const accepted = [
          await deliver(origin),
          await deliver(origin),
          await deliver(origin, { secondsAgo: 270 }),
          await deliver(origin, { type: 'connection.disconnected' }),
          await deliver(origin, { type: 'a.later_type' }),
        ];

        expect(refused).toEqual([401, 401, 401]);
        expect(accepted).toEqual([204, 204, 204, 204, 204]);
        await expect.poll(printed).toContain('disconnected: acc_1');
        expect(printed().match(/sign in again: acc_1/g)).toHaveLength(1);
        expect(printed()).not.toContain('acc_2');
      },
    );
  },
);

describe.each(byExtent(backends.slice(0, 2), backends))('the example in $name', (backend) => {
  const isThere = works(backend.isThere);

  it.runIf(isThere)('sends the secret once, follows no redirect, and survives breaks', async () => {
    const { origin } = await start(backend);
    const same = { 'sec-fetch-site': 'same-origin' };
    const statuses: number[] = [];
    for (status of [307, 303, 0, 200]) statuses.push(await post(origin, same));

    expect(statuses).toEqual([502, 502, 502, 204]);
    expect(requests).toEqual([1, 2, 3, 4].map(() => 'POST /auth/token true'));
  });

  it.runIf(isThere)('accepts a browser without Sec-Fetch-Site when Origin fits', async () => {
    const { origin } = await start(backend);

    expect(await post(origin, { origin })).toBe(204);
    expect(await post(origin, { origin: 'http://evil.localhost' })).toBe(403);
    expect(await post(origin, {})).toBe(403);
    expect(await post(origin, { origin, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(requests).toHaveLength(1);
  });

  it.runIf(isThere)('lists the records of all pages, and saves a file', async () => {
    await serveRecords();
    const { output, isDone } = await readRecords(backend);

    expect(output.trim().split(/\r?\n/)).toEqual(['2024 Transcript', '2023 Form 1040']);
    expect(isDone).toBe(true);
    expect(readFileSync(join(folder, 'tax-file'), 'utf8')).toBe('%PDF');
  });

  it.runIf(isThere).each(Object.keys(breaks) as Break[])(
    'saves no file that ends early, %s',
    async (broken) => {
      await serveRecords(broken);
      const { isDone } = await readRecords(backend);

      expect(isDone).toBe(false);
      expect(existsSync(join(folder, 'tax-file'))).toBe(false);
    },
  );

  it.runIf(isThere)(
    'says that the person has to sign in again, and follows no redirect',
    async () => {
      const results: string[] = [];
      await serveRecords();
      for (status of [409, 502, 302]) {
        const { problem, isDone } = await readRecords(backend);
        results.push(isDone ? 'done' : problem.includes('Sign in again') ? 'again' : 'failed');
      }

      expect(results).toEqual(['again', 'failed', 'failed']);
      expect(requests).toHaveLength(3);
      expect(existsSync(join(folder, 'tax-file'))).toBe(false);
    },
  );
});
