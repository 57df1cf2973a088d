import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseCommandLine, UsageError } from '../../src/cli/command-line.ts';
import { byExtent } from '../support/extent.ts';
import { findNode } from '../support/find-node.mjs';
import { findFreePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { createEmptyProject, type EmptyProject } from '../support/tarball.ts';
import { useRunning } from '../support/use-running.ts';

const node22 = findNode(22) ?? process.execPath;
const noNetwork = { NODE_OPTIONS: `--import=${resolve('test/package/loopback-only.mjs')}` };

/** A module for the programs below: the credentials of the sandbox, and a code without a browser. */
const kit = `
const { CONNECT_BASE_URL: baseUrl, CONNECT_CLIENT_ID: clientId } = process.env;
const { CONNECT_CLIENT_SECRET: clientSecret } = process.env;
export const own = { baseUrl, clientId, clientSecret };
export const post = (path, body, headers) => fetch(baseUrl + path, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
export async function createCode(provider_id) {
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const response = await post('/sandbox/authorization_codes', { ...credentials, provider_id });
  return response.ok ? (await response.json()).code : undefined;
}
`;

/** A backend's test: creates a code and exchanges it. Exit code 7: connected. */
const backendTest = `
import { exchangeCode } from 'tax-connect/server';
import { createCode, own } from './kit.js';
if (process.env.CONNECT_URL !== own.baseUrl + '/connect') throw new Error('CONNECT_URL is wrong');
const tokens = await exchangeCode({ ...own, code: await createCode() });
process.exit(tokens.providerId === 'sandbox' ? 7 : 1);
`;

/** An application that connects an account, and waits for the webhook about it. Exit code 7: it came. */
const webhookTest = `
import { createServer } from 'node:http';
import { createWebhookHandler, exchangeCode, toNodeHandler } from 'tax-connect/server';
import { createCode, own } from './kit.js';
let accountId;
const handle = createWebhookHandler({
  secret: process.env.CONNECT_WEBHOOK_SECRET,
  onEvent({ type, data }) {
    const isOurs = type === 'connection.created' && data.accountId === accountId;
    setTimeout(() => process.exit(isOurs ? 7 : 1), 500);
  },
});
createServer(toNodeHandler(handle)).listen(Number(process.argv[2]), 'localhost');
({ accountId } = await exchangeCode({ ...own, code: await createCode() }));
`;

const project = useRunning(() => createEmptyProject());

beforeAll(() => {
  project.write('kit.js', kit);
  project.write('app.test.js', backendTest);
});

/** Runs `npx tax-connect` with a given Node. */
const runWith = (node: string, args: readonly string[], environment = {}) =>
  project.run(node, [project.bin, ...args], { environment });

/** Runs the sandbox on a free port. */
const dev = (args: readonly string[], options: Parameters<EmptyProject['run']>[2] = {}) =>
  project.run(node22, [project.bin, 'dev', '--port=0', ...args], options);

/** Runs the production service until it has printed this. */
const serve = (environment: Readonly<Record<string, string>>, printed: RegExp) =>
  project.run(node22, [project.bin, 'serve'], { environment, ...stopAfter(printed) });

/** Ends the program once it has printed this. */
const stopAfter = (printed: RegExp) => ({
  onOutput(output: string, kill: (signal: NodeJS.Signals) => void) {
    if (printed.test(output)) kill('SIGTERM');
  },
});

/** Simulates Node 20, which has no driver, on any Node. */
function runWithoutDriver() {
  const isOld = Number(process.versions.node.split('.')[0]) < 22;
  const args = ['dev', '--port', '0'];
  if (isOld) return runWith(process.execPath, args);
  return runWith(node22, args, { NODE_OPTIONS: '--no-experimental-sqlite' });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A module of providers, as operators write it. */
const ownProviders = `
import { defineProviders } from 'tax-connect/providers';
export default defineProviders([{
  info: { id: 'my-tax', name: 'My Tax', domain: 'my-tax.example' },
  begin: async ({ username }) => ({ status: 'accepted', subject: username, label: username }),
  answer: async () => ({ status: 'refused' }),
}]);
`;

/** Starts something that goes on when the sandbox has ended. */
const livelyProviders = `${ownProviders}setInterval(() => {}, 1000);`;

/** Tests which providers a test application may use. Exit code 3: the first two. */
const providersTest = `
import { createCode } from './kit.js';
let found = 0;
for (const [place, id] of ['sandbox', 'my-tax', 'cedar-tax'].entries()) {
  if (await createCode(id)) found += 2 ** place;
}
process.exit(found);
`;

describe('npx tax-connect dev', () => {
  it('names file and line of a syntax error in a module of providers', async () => {
    project.write('broken.mjs', 'export default [\n  1,\n  const a = 2;\n];\n');
    const { code, stderr } = await dev(['--providers=broken.mjs']);

    expect(code).not.toBe(0);
    expect(stderr).toContain(`${join(project.folder, 'broken.mjs')}:3`);
  });

  it('opens the providers of a module to its test application, beside the sandbox', async () => {
    project.write('providers.mjs', livelyProviders);
    project.write('providers.test.js', providersTest);
    const run = ['--json', '--', node22, 'providers.test.js'];

    const own = await dev(['--providers=providers.mjs', ...run]);
    const none = await dev(run);

    expect([own.code, own.stderr]).toEqual([3, '']);
    expect([none.code, none.stderr]).toEqual([1, '']);
  });

  it.each(byExtent<readonly (22 | 24)[]>([22], [22, 24]))(
    'connects an account for a test on Node %i and ends with its exit code, without any network',
    async (major) => {
      const node = findNode(major) ?? process.execPath;

      const args = [project.bin, 'dev', '--port', '0', '--json', '--', node, 'app.test.js'];
      const ended = await project.run(node, args, { environment: noNetwork });
      const { code, stdout, stderr } = ended;

      expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
      expect(Object.keys(JSON.parse(stdout) as object)).toEqual([
        'url',
        'connectUrl',
        'dashboardUrl',
        'clientId',
        'clientSecret',
      ]);
    },
  );

  it('detects a connection to the network (the control)', async () => {
    const script = ['-e', "fetch('http://connect.example/').catch(() => {})"];
    const { code, stderr } = await project.run(node22, script, { environment: noNetwork });

    expect({ code, stderr }).toEqual({ code: 70, stderr: 'network used: connect.example\n' });
  });

  it('without a driver for SQLite ends with advice', async () => {
    const { code, stdout, stderr } = await runWithoutDriver();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^The embedded database needs Node 22\.13 or newer; this is Node [\d.]+\. Use a newer Node, or add a driver to the project with "npm install better-sqlite3"\.\n$/,
    );
  });

  it('with a broken driver says how to repair it', async () => {
    const folder = join(project.folder, 'node_modules/better-sqlite3');
    mkdirSync(folder);
    project.write('node_modules/better-sqlite3/package.json', '{ "main": "index.cjs" }');
    const broken = "module.exports = class { constructor() { throw new Error('other Node'); } };";
    project.write('node_modules/better-sqlite3/index.cjs', broken);

    const { code, stderr } = await runWithoutDriver();
    rmSync(folder, { recursive: true });

    expect(code).toBe(1);
    expect(stderr).toContain(
      'Use a newer Node, or run "npm rebuild better-sqlite3": it is installed, but it does not work',
    );
  });

  it('prints addresses, credentials, logins and code to copy, without colours, and stops on a signal', async () => {
    const { code, stdout, stderr } = await dev([], stopAfter(/Ctrl\+C/));

    const [, url = ''] = /Connect service +(http:\/\/localhost:\d+)/.exec(stdout) ?? [];
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`connectUrl: '${url}/connect'`);
    expect(stdout).toContain(`baseUrl: '${url}'`);
    expect(stdout).toMatch(
      /src="\S+\/sdk\/[^/]+-[\da-f]{16}\/tax-connect\.js"\n +integrity="sha384-/,
    );
    expect(stdout).toMatch(/client_secret +test_secret_[\da-f]{48} /);
    expect(stdout).toContain('user_mfa');
    expect(stdout).not.toContain('\u001b');
  });

  it('keeps the secrets of a project, and accepts a chosen one', async () => {
    const start = async (...more: string[]) => {
      const { stdout } = await dev(['--json', ...more, '--', node22, '--version']);
      const { clientSecret, webhookSecret } = JSON.parse(stdout.split('\n')[0] ?? '');
      return { clientSecret, webhookSecret };
    };
    const chosen = 'a secret that a developer chose, long enough'.replaceAll(' ', '_');
    const webhook = ['--webhook', 'http://localhost:3000/hooks'];

    const [first, second] = [await start(...webhook), await start(...webhook)];

    expect(second).toEqual(first);
    expect(first.webhookSecret).toMatch(/^whsec_/);
    const file = join(project.folder, 'node_modules/.cache/tax-connect/sandbox-secret');
    // Other users of the machine cannot read it.
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await start('--client-secret', chosen)).toEqual({ clientSecret: chosen });
  });

  it('sends events to an application, and prints each delivery', async () => {
    project.write('webhook.test.js', webhookTest);
    const port = String(await findFreePort());
    const url = `http://localhost:${port}/hooks`;
    const command = ['--', node22, 'webhook.test.js', port];

    const { code, stdout, stderr } = await dev(['--json', '--webhook', url, ...command]);

    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringMatching(
        /^ {2}204 webhook connection\.created ev_[\da-f]{32} \d+ ms\n$/,
      ),
    });
    expect(JSON.parse(stdout)).toHaveProperty(
      'webhookSecret',
      expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    );
  });

  it('prints logins and documentation before its command, and why an exchange was refused', async () => {
    project.write(
      'refused.mjs',
      `import { exchangeCode } from 'tax-connect/server';
      import { own } from './kit.js';
      const exchanged = exchangeCode({ ...own, code: 'f'.repeat(64) });
      await exchanged.catch((error) => console.log(error.code ?? error));`,
    );
    const { code, stdout, stderr } = await dev(['--', node22, 'refused.mjs']);
    expect([code, stderr]).toEqual([0, '  error exchange refused: unknown code\n']);
    expect(stdout).toMatch(
      /^Connect sandbox: (http:\S+)\nDocumentation: \1\/docs\n.*pass_good.*user_mfa.*\ninvalid_grant\n$/s,
    );
  });

  it('ends every program of the command when it is told to stop', async () => {
    // Like `npx next start`, the command runs a program in a shell of another one, which does not pass signals on.
    const server = "console.log('server', process.pid); setInterval(() => {}, 1000)";
    project.write('server.js', server);
    const inner = `sh -c "${node22} server.js & wait"; true`;
    const { stdout } = await dev(['--', 'sh', '-c', inner], stopAfter(/server \d+/));
    const [, pid] = /server (\d+)/.exec(stdout) ?? [];

    expect(Number(pid)).toBeGreaterThan(0);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });

  const stubborn = [
    // Each says that it runs once it would resist. The control is a command that obeys.
    ['at once when it obeys', 'echo command $$; exec sleep 60', { code: 143, patienceMs: 0 }],
    [
      'after five seconds when it does not',
      "trap '' TERM; echo command $$; while :; do sleep 1; done",
      { code: 137, patienceMs: 5000 },
    ],
    [
      'after five seconds when only a program of it does not',
      `sh -c "trap '' TERM; echo command $$; while :; do sleep 1; done" & wait`,
      { code: 143, patienceMs: 5000 },
    ],
  ] as const;
  it.each(stubborn.slice(0, byExtent(2, stubborn.length)))(
    'ends its command %s',
    async (_, script, { patienceMs, ...expected }) => {
      let toldAt = 0;
      const ended = await dev(['--', 'sh', '-c', script], {
        onOutput: (output, kill) => {
          if (!/command \d+/.test(output) || toldAt > 0) return;
          toldAt = Date.now();
          kill('SIGTERM');
        },
      });
      const waitedMs = Date.now() - toldAt;
      const [, group] = /command (\d+)/.exec(ended.stdout) ?? [];

      expect(ended).toMatchObject(expected);
      expect(waitedMs).toBeGreaterThanOrEqual(patienceMs);
      expect(waitedMs).toBeLessThan(patienceMs + 4000);
      await expect.poll(() => isRunning(-Number(group))).toBe(false);
    },
  );

  it.each(['dev --port=0', 'sbom'])(
    'ends without a word when the program that reads its output has ended: %s',
    async (words) => {
      const script = `"$0" "$1" ${words} | true`;
      const ended = await project.run('sh', ['-c', script, node22, project.bin]);

      expect(ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  const told: readonly (readonly [string, readonly string[]])[] = [
    ['the sandbox', []],
    ['its command', ['--', node22, '-e', 'setInterval(() => {}, 1000)']],
  ];
  it.each(told.slice(0, byExtent(1, told.length)))(
    'ends %s when npx is told to stop',
    async (_, command) => {
      // npm runs the sandbox in a shell, which a signal to npx ends without telling the sandbox.
      const args = ['--no-install', 'tax-connect', 'dev', '--port=0', ...command];
      const { stdout } = await project.run('npx', args, {
        environment: { PATH: `${dirname(node22)}:${process.env.PATH}` },
        ...stopAfter(/https?:\/\/localhost:\d+\n/),
      });
      const [url = ''] = /http:\/\/localhost:\d+/.exec(stdout) ?? [];

      await expect(fetch(url)).rejects.toThrow('fetch failed');
    },
  );

  it('reports a taken port, and offers another one', async () => {
    const taken = createServer();
    const port = await listen(taken);
    project.write('lively.js', livelyProviders);
    const args = ['dev', '--port', String(port), '--providers=lively.js'];
    const ended = await runWith(node22, args);
    await new Promise((done) => taken.close(done));

    expect(ended).toMatchObject({
      code: 1,
      stderr:
        `Port ${port} is taken. Stop the program that uses it, or let the sandbox choose a free port: ` +
        'npx tax-connect dev --port 0\n',
    });
  });
});

describe('a mistake on the command line', () => {
  const unreadable: readonly (readonly [string, string])[] = [
    [
      'dev --prot 0',
      'Unknown option "--prot". Did you mean "--port"? See "npx tax-connect dev --help".',
    ],
    ['doctor --fix', 'Unknown option "--fix". See "npx tax-connect doctor --help".'],
    ['serve --port 0', 'Unknown option "--port". See "npx tax-connect serve --help".'],
    [
      'deploy',
      'Unknown command "deploy". The commands are dev, serve, migrate, doctor, reseal and sbom. See "npx tax-connect --help".',
    ],
    ['dev --port 65536', '--port must be a TCP port from 0 to 65535; got "65536".'],
    ['dev --', 'Write the command to run after "--", such as: -- npm test'],
    [
      'dev npm test',
      '"npm" is not an option of dev. Put a command to run after "--". See "npx tax-connect dev --help".',
    ],
    ['dev --consent-days soon', '--consent-days must be a whole number of days; got "soon".'],
    ['dev --port', '--port needs a value. See "npx tax-connect dev --help".'],
  ];
  const mistakes: readonly (readonly [string, string])[] = [
    ...unreadable.slice(0, byExtent(1, unreadable.length)),
    [
      'dev --origin https://shop.example --origin shop',
      '--origin must be an https or loopback origin of at most 300 characters; got "shop".',
    ],
    ['dev --consent-days 367', '--consent-days must be a whole number from 1 to 366; got "367".'],
    [
      'dev --port 0 --webhook http://shop.example/hooks',
      '--webhook must be an http address of this machine, such as http://localhost:3000/hooks, or a public https address.',
    ],
    ['dev --client-secret short', '--client-secret must be 32 to 500 characters without a space.'],
    [
      'dev --data-dir app.test.js',
      `--data-dir: "app.test.js" cannot hold the data: EEXIST: file already exists, mkdir 'app.test.js'.`,
    ],
    ['dev --providers nowhere.mjs', '--providers: there is no module at "nowhere.mjs".'],
    [
      'dev --providers node_modules',
      '--providers: "node_modules" is a folder. Name the module in it.',
    ],
    [
      'dev --providers no-default.mjs',
      '--providers: no-default.mjs: it must export a list of providers by default',
    ],
    [
      'dev --providers no-name.mjs',
      '--providers: no-name.mjs: providers[0].info.name must be a text of 1 to 200 characters.',
    ],
  ];

  beforeAll(() => {
    project.write('no-default.mjs', 'export const providers = [];');
    project.write('no-name.mjs', "export default [{ info: { id: 'x' } }];");
  });

  it.each(unreadable)('is refused with a sentence: %s', (line, sentence) => {
    expect(() => parseCommandLine(line.split(' '))).toThrow(new UsageError(sentence));
  });

  it.each(mistakes)('ends with exit code 2 and a sentence: %s', async (line, sentence) => {
    const ended = await runWith(node22, line.split(' '));
    expect(ended).toEqual({ code: 2, signal: null, stdout: '', stderr: `${sentence}\n` });
  });
});

describe('what is printed', () => {
  it.each([
    ['--help', /npx tax-connect sbom/],
    ['dev --help', /--client-secret <text>/],
    ['migrate --help', /MIGRATION_DATABASE_URL/],
    ['reseal --help', /Moves every grant and webhook secret to the first key/],
    ['doctor --help', /The exit code is 1 when serve would not start/],
    ['sbom --help', /CycloneDX/],
    ['--version', /^\d+\.\d+\.\d+\n$/],
    // What the package bundles, for the page and for the service.
    ['sbom', /"CycloneDX".*"name": "hono".*"name": "pg".*"name": "preact".*"name": "standardweb/s],
  ])('%s', async (line, text) => {
    const ended = await runWith(process.execPath, line.split(' '));
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(text), stderr: '' });
  });

  it('serve --help lists every variable of the page of settings', async () => {
    const guide = readFileSync('demo/docs/settings.md', 'utf8');
    const found = [...guide.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name);
    const inGuide = [...new Set(found)];
    const { stdout } = await runWith(process.execPath, ['serve', '--help']);
    const inHelp = [...stdout.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);

    expect(inGuide.length).toBeGreaterThan(10);
    expect(inHelp.sort()).toEqual(inGuide.sort());
  });
});

describe('npx tax-connect serve', () => {
  it('is the production service: it warns about an experimental driver, and keeps data', async () => {
    const environment = { PORT: '0', DATA_DIR: join(project.folder, 'data') };
    const ended = await serve(environment, /listening on/);

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('calls its SQLite driver experimental');
  });
});

describe('npx tax-connect doctor', () => {
  /** @returns the exit code of a start; 0 when the service has listened */
  const tryServe = async (environment: Readonly<Record<string, string>>) =>
    (await serve(environment, /Accepts connections/)).code;

  it('agrees with serve about a good environment, and changes nothing', async () => {
    project.write('own-providers.mjs', ownProviders);
    const environment = {
      PORT: '0',
      PUBLIC_URL: 'http://localhost:4400',
      DATA_DIR: join(project.folder, 'examined'),
      DASHBOARD_PASSWORD: 'correct horse battery',
      PROVIDERS_MODULE: 'own-providers.mjs',
      GRANT_KEY: randomBytes(32).toString('base64'),
    };

    const ended = await runWith(node22, ['doctor'], environment);
    const exists = existsSync(environment.DATA_DIR);

    expect(ended.stdout).toContain('0 wrong');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^ok +variables +All of them are valid\.$/m);
    expect(ended.stdout).toMatch(/^ok +PROVIDERS_MODULE +The module has 1 provider\.$/m);
    expect(ended.stdout).toMatch(/^0 wrong, \d risky: serve would start\.$/m);
    expect(exists).toBe(false);
    expect(await tryServe(environment)).toBe(0);
  });

  it('agrees with serve about a bad one, in one line for each thing, without a secret', async () => {
    const key = 'k'.repeat(20);
    const database = 'postgres://me:hidden@127.0.0.1:9/connect';
    const secrets = { GRANT_KEY: key, DATABASE_URL: database, METRICS_TOKEN: 'seen' };
    const environment = { PORT: 'x', ...secrets };

    const { code, stdout } = await runWith(node22, ['doctor'], environment);

    expect([code, await tryServe(environment)]).toEqual([1, 1]);
    expect(stdout).toMatch(/^wrong +PORT +PORT must be a whole number from 0 to 65535\.$/m);
    expect(stdout).toMatch(/^wrong +GRANT_KEY +GRANT_KEY must be 32 bytes in base64/m);
    expect(stdout).toMatch(/^wrong +DATABASE_URL +no database answers at 127\.0\.0\.1:9\/connect/m);
    expect(stdout).toMatch(/^risk +METRICS_TOKEN +/m);
    expect(stdout).toMatch(/^3 wrong, \d risky: serve would not start\.$/m);
    expect(stdout.match(/^\w+ +(?:PORT|GRANT_KEY) /gm)).toHaveLength(2);
    for (const secret of [key, 'hidden', 'seen']) expect(stdout).not.toContain(secret);
  });
});
