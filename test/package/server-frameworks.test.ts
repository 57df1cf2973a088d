import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { listen, stop } from '../support/listen.ts';
import { useRunning } from '../support/use-running.ts';
import { deliver } from './support/deliver.ts';
import { createExampleFolder } from './support/link-packages.ts';
import { type StartedProgram, startProgram } from './support/start-program.ts';

/** A server of the page "Server frameworks", as its reader starts it. */
interface Framework {
  readonly name: string;
  readonly build?: readonly string[];
  /** By default, the file of its name. */
  readonly command?: readonly string[];
  /** An edit after which a parser reads the webhook's body first, and how the webhook answers then. */
  readonly parser?: {
    readonly edit: (source: string) => string;
    readonly status: number;
  };
}

const source = resolve('demo/examples/server-frameworks');
const hooksOfExpress = "app.post('/hooks', toNodeHandler(handleWebhook));\n";

/** Leaves nothing of a body, as parsers do. */
const readFirst = 'async ({ req }, next) => { await req.toArray(); await next(); }';
const parseOfHono = "app.use('/hooks', ({ req }, next) => req.json().then(next));";

/** One with the request of Node, and one with that of the web. Their packages are there. */
const koa: Framework = {
  name: 'koa',
  parser: {
    edit: (text) => text.replace('app.use(', `app.use(${readFirst});\napp.use(`),
    status: 500,
  },
};
const hono: Framework = {
  name: 'hono',
  parser: { edit: (text) => text.replace('app.post(', `${parseOfHono}\napp.post(`), status: 500 },
};

const installed: readonly Framework[] = [
  {
    name: 'express',
    parser: {
      edit: (text) =>
        text
          .replace(hooksOfExpress, '')
          .replace('app.use(express.json());\n', (line) => line + hooksOfExpress),
      status: 204,
    },
  },
  {
    name: 'fastify',
    parser: { edit: (text) => text.replace(/ *scope\.(?:remove|add).+\n/g, ''), status: 204 },
  },
  {
    name: 'nest',
    build: ['node_modules/.bin/tsc', '-p', 'tsconfig.nest.json'],
    parser: { edit: (text) => text.replace(', { rawBody: true }', ''), status: 204 },
  },
  {
    name: 'next',
    build: ['node_modules/.bin/next', 'build'],
    command: ['sh', '-c', 'exec node_modules/.bin/next start --hostname localhost --port $PORT'],
  },
];

const frameworks = byExtent([koa, hono], [koa, hono, ...installed]);

const examples = useRunning(() => {
  const linked = ['koa', 'hono', '@hono'];
  return createExampleFolder([join(source, 'package.json')], linked);
});
let service: Server;
let baseUrl: string;
let exchanges: number;
/** The files whose reader has closed the connection. */
let leftFiles: string[];
let server: StartedProgram;

beforeAll(() => cpSync(source, examples.folder, { recursive: true }));

beforeEach(async () => {
  exchanges = 0;
  leftFiles = [];
  service = createServer((request, response) => {
    const [, recordId, fileId = ''] =
      /^\/records\/(.+)\/files\/(.+)$/.exec(request.url ?? '') ?? [];
    if (recordId === undefined) {
      exchanges += 1;
      const tokens = { account_id: 'acc_1', provider_id: 'sandbox', access_token: 'the-token' };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(tokens));
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileId}.pdf"`,
      'Content-Length': half.length * 2,
    });
    response.on('close', () => !response.writableFinished && leftFiles.push(fileId));
    response.write(half);
    if (fileId === 'whole') response.end(half);
    // The half goes out before the connection breaks.
    if (fileId === 'broken') setTimeout(() => response.destroy(), 50);
  });
  baseUrl = `http://localhost:${await listen(service)}`;
});

afterEach(() => stop(service));

const half = '%'.repeat(70_000);

/** @returns the origin of a server that answers, and the cookie of a person who has signed in */
async function start({
  name,
  command = ['node', `${name}.js`],
}: Framework): Promise<{ origin: string; cookie: string }> {
  const variables = { NEXT_TELEMETRY_DISABLED: '1', CONNECT_BASE_URL: baseUrl };
  server = await startProgram(examples.folder, command, variables);
  const { origin } = server;
  const { headers } = await fetch(`${origin}/sign-in`, { method: 'POST' });
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  return { origin, cookie: cookies.join('; ') };
}

describe.each(frameworks)('$name, as the documentation mounts it', (framework) => {
  beforeAll(() => {
    const [program, ...args] = framework.build ?? [];
    if (program)
      execFileSync(program, args, { cwd: examples.folder, stdio: 'pipe', env: buildEnvironment });
  });

  it('exchanges a code once, for the person who has signed in', async () => {
    const { origin, cookie } = await start(framework);
    const forward = async (code: string, init: RequestInit = {}) => {
      const headers = { 'Sec-Fetch-Site': 'same-origin', ...init.headers };
      const url = `${origin}/callback?code=${code}`;
      return (await fetch(url, { ...init, method: 'POST', headers })).status;
    };
    const json = { 'Content-Type': 'application/json' };

    const unknown = await forward('one');
    const first = await forward('one', { headers: { cookie } });
    const again = await forward('one', { headers: { cookie } });
    const withBody = await forward('two', { headers: { cookie, ...json }, body: '{}' });

    expect([unknown, first, again, withBody]).toEqual([401, 204, 400, 204]);
    expect(exchanges).toBe(2);
  });

  it('accepts signed events only, by their bytes', async () => {
    const { origin } = await start(framework);
    const accepted = await deliver(origin);
    const forged = await deliver(origin, { forge: (body) => body.replace('acc_1', 'acc_2') });

    expect([accepted, forged]).toEqual([204, 401]);
    await expect.poll(server.printed).toContain('connection.login_required acc_1');
  });

  it.runIf(framework.parser)(
    'accepts an event behind a parser, or says that there is one',
    async () => {
      const { edit, status } = framework.parser as NonNullable<Framework['parser']>;
      const file = join(examples.folder, `${framework.name}.js`);
      const before = readFileSync(file, 'utf8');
      const after = edit(before);
      expect(after).not.toBe(before);
      writeFileSync(file, after);
      try {
        const { origin } = await start(framework);

        expect(await deliver(origin, { indent: 0 })).toBe(status);
        const says = status === 204 ? 'connection.login_required acc_1' : 'body_already_read';
        await expect.poll(server.printed).toContain(says);
      } finally {
        writeFileSync(file, before);
      }
    },
  );

  it('streams a file, breaks it off, and stops reading when its client goes', async () => {
    const { origin, cookie } = await start(framework);
    const headers = { cookie, 'Sec-Fetch-Site': 'same-origin' };
    await fetch(`${origin}/callback?code=one`, { method: 'POST', headers });
    const read = (name: string, init?: RequestInit) =>
      fetch(fileUrl(origin, framework, name), { ...init, headers });

    const whole = await read('whole');
    expect([whole.status, (await whole.text()).length]).toEqual([200, half.length * 2]);
    await expect(read('broken').then((response) => response.text())).rejects.toThrow();
    const client = new AbortController();
    const reader = (await read('slow', { signal: client.signal })).body?.getReader();
    await reader?.read();
    expect(leftFiles).toEqual(['broken']);
    client.abort();

    await expect.poll(() => leftFiles).toEqual(['broken', 'slow']);
    expect((await read('whole')).status).toBe(200);
    expect(server.isRunning()).toBe(true);
  });
});

const buildEnvironment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NEXT_TELEMETRY_DISABLED: '1',
} as unknown as NodeJS.ProcessEnv;

/** Koa has no routes with names in them. */
function fileUrl(origin: string, { name }: Framework, file: string): string {
  return name === 'koa'
    ? `${origin}/files?recordId=r1&fileId=${file}`
    : `${origin}/files/r1/${file}`;
}
