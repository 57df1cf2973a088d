import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateSqlite } from '../../src/connect/service/store/sqlite/migrate-sqlite.ts';
import type { SqliteConnection } from '../../src/connect/service/store/sqlite/node-sqlite.ts';
import { openConnection } from '../../src/connect/service/store/sqlite/open-connection.ts';
import { findFreePort } from '../support/free-port.ts';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';

let build: ServiceBuild;

beforeAll(async () => {
  build = await buildService();
});

afterAll(() => build.remove());

/** The kernel then refuses to make any file of the process longer, as on a full disk. */
function limitFiles({ pid }: Pick<ServiceProcess, 'pid'>, bytes: '0' | 'unlimited'): void {
  const { status } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
  expect(status).toBe(0);
}

it('the service is alive and not ready while its disk is full, and ready again after that', async () => {
  const folder = `${build.folder}/data`;
  mkdirSync(folder);
  const token = 'admin_token_0f4c8b1d7e2a93650f4c8b1d7e2a9365';
  const service = await build.start({ DATA_DIR: folder, ADMIN_TOKEN: token });
  const ask = async (path: string, init?: RequestInit) =>
    (await fetch(service.url + path, init)).status;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Shop', environment: 'test' });
  const change = () => ask('/admin/applications', { method: 'POST', headers, body });
  expect(await ask('/readyz')).toBe(200);

  limitFiles(service, '0');

  await expect.poll(() => ask('/readyz')).toBe(503);
  expect(await ask('/livez')).toBe(200);
  // SQLite ends the transaction itself, so that the ROLLBACK fails.
  expect(await change()).toBe(503);
  limitFiles(service, 'unlimited');
  await expect.poll(() => ask('/readyz')).toBe(200);
});

it('the service goes on while the disk of its log is full, says so each time, and logs again after that', async () => {
  const file = `${build.folder}/service.log`;
  const port = await findFreePort();
  const child = spawn(process.execPath, [`${build.folder}/main.js`], {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: `${build.folder}/logged` },
    stdio: ['ignore', openSync(file, 'a'), 'pipe'],
  });
  const problems = text(child.stderr as NonNullable<typeof child.stderr>);
  const ended = once(child, 'exit');
  const ask = async (id: string) => {
    const headers = { 'X-Request-Id': id };
    const asked = fetch(`http://127.0.0.1:${port}/livez`, { headers });
    return (await asked.catch(() => undefined))?.status;
  };
  const readLog = () => readFileSync(file, 'utf8');
  await expect.poll(() => ask('before'), { timeout: 20_000 }).toBe(200);
  await expect.poll(readLog).toContain('before');

  const statuses: unknown[] = [];
  for (const time of ['first', 'second']) {
    limitFiles({ pid: child.pid ?? 0 }, '0');
    for (const full of [1, 2, 3]) statuses.push(await ask(`full-${full}`));
    limitFiles({ pid: child.pid ?? 0 }, 'unlimited');
    statuses.push(await ask(time));
    await expect.poll(readLog).toContain(time);
  }
  child.kill('SIGTERM');

  expect(statuses).toEqual(Array(8).fill(200));
  expect(await ended).toEqual([0, null]);
  expect((await problems).match(/log cannot be written/g)).toHaveLength(2);
});

it('a migration on a full disk fails with the error of the disk', async () => {
  const { sqlite } = await openConnection(':memory:');
  const full: SqliteConnection = {
    // Node's driver counts a transaction that SQLite has ended as open.
    inTransaction: true,
    prepare: (text) => sqlite.prepare(text),
    close() {},
    exec(text: string) {
      sqlite.exec(text.replace('COMMIT', 'ROLLBACK'));
      if (text === 'COMMIT') throw new Error('database or disk is full');
    },
  };

  await expect(migrateSqlite(full)).rejects.toThrow('database or disk is full');
});
