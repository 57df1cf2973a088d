import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService, type ServiceBuild } from '../support/service-process.ts';
import { testApplication } from './harness.ts';

let build: ServiceBuild;

beforeAll(async () => {
  build = await buildService();
}, 60_000);

afterAll(() => build.remove());

type Variables = Readonly<Record<string, string>>;

/** @returns the output of a start. A service that listens is ended */
async function runWith(variables: Variables): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: `${build.folder}/run`,
    ...variables,
  };
  const child = spawn(process.execPath, [`${build.folder}/main.js`], { env });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk;
    if (output.includes('Accepts connections')) child.kill('SIGTERM');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  await once(child, 'close');
  return output;
}

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

  it('a host name that has no address', async () => {
    const output = await runWith({ HOST: 'connect.invalid' });

    expect(output).toContain('HOST: the name connect.invalid has no address on this machine.');
  });

  it('a database that does not answer, without its password', async () => {
    const output = await runWith({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/connect' });

    expect(output).toContain('DATABASE_URL: no database answers at 127.0.0.1:9/connect');
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
    const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: `${build.folder}/${signal}` };
    const child = spawn(process.execPath, [preload, `${build.folder}/main.js`], { env });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });

    const [exitCode, endedBy] = await once(child, 'close');

    expect(output).toContain('listening on');
    expect([exitCode, endedBy]).toEqual([0, null]);
  });
});
