import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';

let build: ServiceBuild;

beforeAll(async () => {
  build = await buildService();
}, 60_000);

afterAll(() => build.remove());

/** The kernel then refuses to make any file of the process longer, as on a full disk. */
function limitFiles({ pid }: ServiceProcess, bytes: '0' | 'unlimited'): void {
  const { status } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
  expect(status).toBe(0);
}

it('the service is alive and not ready while its disk is full, and ready again after that', async () => {
  const folder = `${build.folder}/data`;
  mkdirSync(folder);
  const service = await build.start({ DATA_DIR: folder });
  const ask = async (path: string) => (await fetch(service.url + path)).status;
  expect(await ask('/readyz')).toBe(200);

  limitFiles(service, '0');

  await expect.poll(() => ask('/readyz')).toBe(503);
  expect(await ask('/livez')).toBe(200);
  limitFiles(service, 'unlimited');
  await expect.poll(() => ask('/readyz')).toBe(200);
});
