import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { buildService, type ServiceBuild } from '../support/service-process.ts';

let build: ServiceBuild;

beforeAll(async () => {
  build = await buildService();
});

afterAll(() => build.remove());

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
  const text = `import net from 'node:net';
    throw new Error(net.getDefaultAutoSelectFamilyAttemptTimeout() + ' ms');`;
  writeFileSync(module, text);
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
