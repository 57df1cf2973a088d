import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService, type ServiceBuild } from '../support/service-process.ts';
import { testApplication } from './harness.ts';

let build: ServiceBuild;
const copies: string[] = [];

beforeAll(async () => {
  build = await buildService();
});

afterAll(async () => {
  for (const folder of copies) rmSync(folder, { recursive: true });
  await build.remove();
});

type Variables = Readonly<Record<string, string>>;

const GRANT_KEY = Buffer.alloc(32, 7).toString('base64');

/** @returns the output of a start. A service that listens is ended */
async function runWith(variables: Variables): Promise<string> {
  return (await run(variables)).output;
}

/** @param folder - of the built service */
function start(variables: Variables, { folder = build.folder, args = [] as string[] } = {}) {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: `${build.folder}/run`,
    ...variables,
  };
  // A process that lives on is killed, so that its test fails instead of waiting.
  const options = { env, timeout: 20_000, killSignal: 'SIGKILL' } as const;
  return spawn(process.execPath, [...args, `${folder}/main.js`], options);
}

async function run(variables: Variables, folder = build.folder) {
  const child = start(variables, { folder });
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

/** @returns the folder of a copy of the built service, with a script of the SDK */
function copyWith(script: string): string {
  const folder = mkdtempSync(`${build.folder}-copy-`);
  copies.push(folder);
  cpSync(build.folder, folder, { recursive: true });
  mkdirSync(`${folder}/dist`);
  writeFileSync(`${folder}/dist/tax-connect.js`, script);
  writeFileSync(`${folder}/package.json`, JSON.stringify({ type: 'module', version: '1.0.0' }));
  mkdirSync(`${folder}/node_modules`);
  symlinkSync(resolve('.'), `${folder}/node_modules/tax-connect`);
  return folder;
}

describe('a start that fails ends its process', () => {
  it('when it already listens: the script has no place for the address', async () => {
    const failed = await run({}, copyWith("'https://connect.example/connect'"));
    const control = await run({}, copyWith('"tax-connect-service http://a.io/ http://b.io/"'));

    expect(failed).toEqual({ exitCode: 1, output: expect.stringContaining('has no place') });
    expect(control).toMatchObject({ exitCode: 0 });
  });

  it('when a module of providers has started something that goes on', async () => {
    const module = `${build.folder}/lively.mjs`;
    writeFileSync(module, 'setInterval(() => {}, 1000); export default [];');
    const failed = await run({ PROVIDERS_MODULE: module, GRANT_KEY, HOST: 'connect.invalid' });
    const control = await run({ PROVIDERS_MODULE: module, GRANT_KEY });

    expect(failed).toEqual({ exitCode: 1, output: expect.stringContaining('HOST: ') });
    expect(control).toMatchObject({ exitCode: 0 });
  });
});

it('a start gives plug-ins and the database 2 s for each address of a host', async () => {
  const module = `${build.folder}/patience.mjs`;
  const text = `import net from 'node:net';
    throw new Error(net.getDefaultAutoSelectFamilyAttemptTimeout() + ' ms');`;
  writeFileSync(module, text);
  expect(await runWith({ PROVIDERS_MODULE: module, GRANT_KEY })).toContain('2000 ms');
});

describe('a wrong setting stops the start with its variable, the reason and what to do', () => {
  it('an origin with a slash', async () => {
    const file = build.write('slash.json', [
      { ...testApplication, origins: ['https://app.example/'] },
    ]);

    const output = await runWith({ APPLICATIONS_FILE: file });

    expect(output).toContain('APPLICATIONS_FILE: 0.origins.0 is wrong');
    expect(output).toContain('without a slash or a path, such as "https://app.example"');
  });

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    const output = await runWith({ PORT: String(port), HOST: '127.0.0.1' });
    other.close();

    expect(output).toContain(`PORT: ${port} is taken. Stop the program`);
  });

  it.each([
    [{ HOST: 'connect.invalid' }, 'HOST: the name connect.invalid has no address on this machine.'],
    [
      { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/connect' },
      'DATABASE_URL: no database answers at 127.0.0.1:9/connect',
    ],
  ])('%o', async (variables, told) => {
    const output = await runWith(variables);

    expect(output).toContain(told);
    expect(output).not.toContain('hidden');
  });
});

describe('a weak setting', () => {
  it.each<readonly [string, Variables]>([
    ['DASHBOARD_PASSWORD', { DASHBOARD_PASSWORD: 'x' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'x' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://connect.example' }],
  ])('is a warning, and stops the start in production: %s', async (name, variables) => {
    const warned = await runWith(variables);
    const refused = await runWith({ ...variables, NODE_ENV: 'production' });

    expect(warned).toContain('listening on');
    expect(warned).toMatch(new RegExp(`"msg":"${name} `));
    expect(refused).not.toContain('listening on');
    expect(refused).toMatch(new RegExp(`^${name} `));
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

describe('a signal that arrives with the first line of output', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends the service cleanly: %s', async (signal) => {
    // The first write blocks, so the signal comes before the next statement.
    const code = `const { stdout } = process; const { write } = stdout;
      stdout.write = (...parts) => {
        stdout.write = write;
        write.apply(stdout, parts);
        process.kill(process.pid, '${signal}');
        return true;
      };`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(code)}`;
    const child = start({ DATA_DIR: `${build.folder}/${signal}` }, { args: [preload] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });

    const [exitCode, endedBy] = await once(child, 'close');

    expect(output).toContain('listening on');
    expect([exitCode, endedBy]).toEqual([0, null]);
  });
});

describe('a signal that arrives during the start', () => {
  // The first process of a container ignores a signal that it has no handler for.
  it.each(['SIGINT', 'SIGTERM'] as const)('ends the process: %s', async (signal) => {
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
});
