import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../src/connect/service/store/sqlite/migrate-sqlite.ts';
import type { SqliteConnection } from '../../src/connect/service/store/sqlite/node-sqlite.ts';
import { openConnection } from '../../src/connect/service/store/sqlite/open-connection.ts';
import { byExtent } from '../support/extent.ts';
import { findFreePort } from '../support/free-port.ts';
import { buildService, type ServiceProcess } from '../support/service-process.ts';
import { useRunning } from '../support/use-running.ts';

const build = useRunning(buildService);

type Variables = Readonly<Record<string, string>>;

const signals = byExtent(['SIGTERM'] as const, ['SIGINT', 'SIGTERM'] as const);

const GRANT_KEY = Buffer.alloc(32, 7).toString('base64');

/** @returns the output of a start. A service that listens is ended */
async function runWith(variables: Variables): Promise<string> {
  return (await run(variables)).output;
}

function start(variables: Variables, args: readonly string[] = []) {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: `${build.folder}/run`,
    ...variables,
  };
  // A process that lives on is killed, so that its test fails instead of waiting.
  const options = { env, timeout: 20_000, killSignal: 'SIGKILL' } as const;
  return spawn(process.execPath, [...args, `${build.folder}/main.js`], options);
}

async function run(variables: Variables) {
  const child = start(variables);
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk;
    if (output.includes('Accepts connections')) child.kill('SIGTERM');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [exitCode] = await once(child, 'close');
  return { exitCode, output };
}

it('a start that fails ends its process, also when a plug-in has started something that goes on', async () => {
  const module = `${build.folder}/lively.mjs`;
  writeFileSync(module, 'setInterval(() => {}, 1000); export default [];');
  const failed = await run({ PROVIDERS_MODULE: module, GRANT_KEY, HOST: 'connect.invalid' });
  const control = await run({ PROVIDERS_MODULE: module, GRANT_KEY });

  const told = 'HOST: the name connect.invalid has no address on this machine.';
  expect(failed).toEqual({ exitCode: 1, output: expect.stringContaining(told) });
  expect(control).toMatchObject({ exitCode: 0 });
});

it('a start gives plug-ins and the database 2 s for each address of a host', async () => {
  const module = `${build.folder}/patience.mjs`;
  const code = `import net from 'node:net';
    throw new Error(net.getDefaultAutoSelectFamilyAttemptTimeout() + ' ms');`;
  writeFileSync(module, code);
  expect(await runWith({ PROVIDERS_MODULE: module, GRANT_KEY })).toContain('2000 ms');
});

describe('a weak setting', () => {
  it('is a warning, and stops the start in production', async () => {
    const weak = {
      DASHBOARD_PASSWORD: 'x',
      METRICS_TOKEN: 'x',
      PUBLIC_URL: 'http://connect.example',
    };
    const warned = await runWith(weak);
    const refused = await runWith({ ...weak, NODE_ENV: 'production' });

    expect(warned).toContain('listening on');
    expect(refused).not.toContain('listening on');
    for (const name of Object.keys(weak)) {
      expect(warned).toContain(`"msg":"${name} `);
      expect(refused).toMatch(new RegExp(`^${name} `, 'm'));
    }
  });

  it('a start in production with strong settings says where it listens', async () => {
    const strong = {
      DASHBOARD_PASSWORD: 'x'.repeat(12),
      METRICS_TOKEN: 'x'.repeat(16),
      PUBLIC_URL: 'https://connect.example',
    };

    const output = await runWith({ ...strong, NODE_ENV: 'production', HOST: '127.0.0.1' });

    expect(output).toContain('listening on https://connect.example');
    expect(output).toMatch(/Accepts connections on 127\.0\.0\.1, port \d+/);
  });
});

it.each(signals)(
  'a signal that arrives with the first line of output ends the service cleanly: %s',
  async (signal) => {
    // The first write blocks, so the signal comes before the next statement.
    const code = `const { stdout } = process; const { write } = stdout;
      stdout.write = (...parts) => {
        stdout.write = write;
        write.apply(stdout, parts);
        process.kill(process.pid, '${signal}');
        return true;
      };`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(code)}`;
    const child = start({ DATA_DIR: `${build.folder}/${signal}` }, [preload]);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });

    const [exitCode, endedBy] = await once(child, 'close');

    expect(output).toContain('listening on');
    expect([exitCode, endedBy]).toEqual([0, null]);
  },
);

// The first process of a container ignores a signal that it has no handler for.
it.each(signals)('a signal that arrives during the start ends the process: %s', async (signal) => {
  const module = `process.stdout.write('starting'); await new Promise((end) => setTimeout(end, 60_000));`;
  writeFileSync(`${build.folder}/${signal}.mjs`, module);
  const child = start({
    DATA_DIR: `${build.folder}/early-${signal}`,
    PROVIDERS_MODULE: `${build.folder}/${signal}.mjs`,
    GRANT_KEY,
  });
  child.stdout.once('data', () => child.kill(signal));

  const ended = await once(child, 'close');

  expect(ended).toEqual([0, null]);
});

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
