import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { findFreePort } from '../support/world.ts';

/** An example of a backend, and a command that works only where its language is installed. */
interface Backend {
  readonly name: string;
  readonly isThere: readonly string[];
  readonly build?: readonly string[];
  readonly command: readonly string[];
}

const withFlask = ['/usr/bin/python3', 'python3'].find((python) =>
  works([python, '-c', 'import flask, requests']),
);

const backends: readonly Backend[] = [
  { name: 'python', isThere: ['python3', '--version'], command: ['python3', 'server.py'] },
  {
    name: 'flask',
    isThere: [withFlask ?? 'false', '--version'],
    command: [withFlask ?? 'false', 'server.py'],
  },
  {
    name: 'php',
    isThere: ['php', '--version'],
    command: ['sh', '-c', 'exec php -S localhost:$PORT server.php'],
  },
  { name: 'ruby', isThere: ['ruby', '-e', 'require "webrick"'], command: ['ruby', 'server.rb'] },
  {
    name: 'go',
    isThere: ['go', 'version'],
    build: ['go', 'build', '-o', 'server', 'main.go'],
    command: ['./server'],
  },
];

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** A Connect service that answers as the test says, and the paths and bodies that it got. */
let service: Server;
let requests: string[];
let status: number;
let child: ChildProcess | undefined;
let folder: string;

beforeEach(async () => {
  requests = [];
  service = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push(`${request.method} ${request.url} ${body.includes('the-secret')}`);
    const tokens = { account_id: 'acc_1', provider_id: 'sandbox', access_token: 'token' };
    response
      .writeHead(status, { 'Content-Type': 'application/json', Location: '/elsewhere' })
      .end(JSON.stringify(tokens));
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  folder = mkdtempSync(join(tmpdir(), 'backend-'));
});

afterEach(() => {
  child?.kill('SIGKILL');
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an example. Returns its origin. */
async function start({ name, build, command }: Backend): Promise<string> {
  cpSync(resolve('demo/examples/backends', name), folder, { recursive: true });
  const [builder, ...arguments_] = build ?? [];
  if (builder) spawnSync(builder, arguments_, { cwd: folder });
  const port = await findFreePort();
  const [program = '', ...args] = command;
  child = spawn(program, args, {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      PUBLIC_DIR: folder,
      CONNECT_BASE_URL: `http://localhost:${(service.address() as AddressInfo).port}`,
      CONNECT_CLIENT_ID: 'app',
      CONNECT_CLIENT_SECRET: 'the-secret',
    },
  });
  const origin = `http://localhost:${port}`;
  const answers = () =>
    fetch(`${origin}/`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 30_000 }).toBe(true);
  return origin;
}

async function post(origin: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${origin}/callback?code=abc`, { method: 'POST', headers });
  return answer.status;
}

describe.each(byExtent(backends.slice(0, 2), backends))('the example in $name', (backend) => {
  const isThere = works(backend.isThere);

  it.runIf(isThere)('follows no redirect with the secret, and connects without one', async () => {
    const origin = await start(backend);
    const same = { 'sec-fetch-site': 'same-origin' };
    const statuses: number[] = [];
    for (status of [307, 303, 200]) statuses.push(await post(origin, same));

    expect(statuses).toEqual([502, 502, 204]);
    expect(requests).toEqual([1, 2, 3].map(() => 'POST /auth/token true'));
  });

  it.runIf(isThere)('accepts a browser without Sec-Fetch-Site when Origin fits', async () => {
    status = 200;
    const origin = await start(backend);

    expect(await post(origin, { origin })).toBe(204);
    expect(await post(origin, { origin: 'http://evil.localhost' })).toBe(403);
    expect(await post(origin, {})).toBe(403);
    expect(await post(origin, { origin, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(requests).toHaveLength(1);
  });
});
