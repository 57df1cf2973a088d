import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNode } from '../support/find-node.mjs';
import { findFreePort } from '../support/free-port.ts';

const deploy = 'dist/connect/deploy';
const dockerfile = readFileSync(`${deploy}/Dockerfile`, 'utf8');
const isRoot = process.getuid?.() === 0;
/** The user that runs the service when the tests run as root. It owns no files. */
const nobody = 65_534;
const asNobody = isRoot ? { uid: nobody, gid: nobody } : {};

let image: string;
let node: string;

/** Copies exactly the files that the image would contain. */
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'tax-connect-image-'));
  chmodSync(image, 0o755);
  for (const [, words = ''] of dockerfile.matchAll(/^COPY (.+)$/gm)) {
    const paths = words.split(' ');
    const target = join(image, 'app', paths.at(-1) ?? '');
    for (const source of paths.slice(0, -1)) {
      const isFolder = words.endsWith('/');
      cpSync(source, isFolder ? join(target, source) : target, { recursive: true });
    }
  }
  mkdirSync(join(image, 'data'), { mode: 0o700 });
  if (isRoot) chownSync(join(image, 'data'), nobody, nobody);
  // A copy that another user can run.
  node = join(image, 'node');
  copyFileSync(findNode(24) ?? process.execPath, node);
  chmodSync(node, 0o755);
});

afterAll(() => rmSync(image, { recursive: true, force: true }));

/** The instructions of the Dockerfile, executed as the image would. */
function readImage(port: number) {
  const [, variables = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
  const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  const [, check = '[]'] = /^HEALTHCHECK .*CMD (.+)$/m.exec(dockerfile) ?? [];
  return {
    command: JSON.parse(command) as string[],
    check: JSON.parse(check) as string[],
    environment: {
      ...Object.fromEntries(variables.split(' ').map((variable) => variable.split('='))),
      DATA_DIR: join(image, 'data'),
      PORT: String(port),
    },
  };
}

const application = {
  name: 'Shop',
  client_id: 'shop',
  client_secret: 'a_secret_of_more_than_32_characters',
  environment: 'test',
  redirect_uris: [],
  origins: [],
};

describe('the files of the image', () => {
  it('serve as another user, from a folder of root, until they get a signal', async () => {
    const port = await findFreePort();
    const { command, check, environment } = readImage(port);
    const applications = join(image, 'applications.json');
    writeFileSync(applications, JSON.stringify([application]));
    const before = readdirSync(join(image, 'app'), { recursive: true });
    const run = (args: readonly string[]): ChildProcess =>
      spawn(node, args.slice(1), {
        ...asNobody,
        cwd: join(image, 'app'),
        env: {
          ...environment,
          APPLICATIONS_FILE: applications,
          DASHBOARD_PASSWORD: 'of this test',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const isHealthy = async () => (await end(run(check))) === 0;
    const url = `http://127.0.0.1:${port}`;
    const post = async (path: string, body: object) => {
      const { client_id, client_secret } = application;
      const headers = { 'Content-Type': 'application/json' };
      const fields = JSON.stringify({ client_id, client_secret, ...body });
      const response = await fetch(url + path, { method: 'POST', headers, body: fields });
      return (await response.json()) as Record<string, string>;
    };

    const service = run(command);
    const ended = end(service);
    await expect.poll(isHealthy, { timeout: 30_000 }).toBe(true);
    const paths = ['/livez', '/readyz', '/connect?client_id=shop', '/dashboard'];
    const answers = await Promise.all(paths.map((path) => fetch(url + path)));
    const { code } = await post('/sandbox/authorization_codes', {});
    const tokens = await post('/auth/token', { code });
    service.kill('SIGTERM');

    expect(await ended).toBe(0);
    expect(await isHealthy()).toBe(false);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(tokens).toMatchObject({ provider_id: 'sandbox' });
    expect(readdirSync(join(image, 'app'), { recursive: true })).toEqual(before);
    expect(existsSync(join(image, 'data/connect.sqlite'))).toBe(true);
  });

  it('are run by a user with a number, which Kubernetes can tell from root', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*$/m);
  });
});

function end(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}

/** The service takes up to 12 seconds to finish what is under way. */
const stopSeconds = 12;

describe('the other ways to run the service', () => {
  it('the compose file waits for a database that answers over the network', () => {
    const compose = readFileSync(`${deploy}/compose.yaml`, 'utf8');
    // While the image creates its database, it already answers at its socket.
    expect(Number(/stop_grace_period: (\d+)s$/m.exec(compose)?.[1])).toBeGreaterThan(stopSeconds);
    expect(compose).toMatch(/pg_isready -h 127\.0\.0\.1 /);
  });

  it('the proxy listens for IPv6 wherever it listens for IPv4', () => {
    const configuration = readFileSync(`${deploy}/nginx.conf`, 'utf8');
    const listed = [...configuration.matchAll(/^ *listen (\[::\]:)?(.+);$/gm)];
    const listWith = (prefix?: string) =>
      listed.filter(([, found]) => found === prefix).map(([, , port]) => port);

    expect(listWith('[::]:')).toEqual(listWith());
  });

  it('the systemd unit runs a file of the package', () => {
    const unit = readFileSync(`${deploy}/tax-connect.service`, 'utf8');
    const [, file = ''] = /^ExecStart=.*node_modules\/tax-connect\/(\S+) serve$/m.exec(unit) ?? [];

    expect(existsSync(file)).toBe(true);
    expect(unit).toMatch(/^DynamicUser=yes$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(stopSeconds);
    // systemd gives up after five starts within ten seconds. A database may take longer to start.
    expect(Number(/^RestartSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10 / 5);
  });

  it.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
    'systemd accepts the unit',
    () => {
      const { stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', '--man=no', `${deploy}/tax-connect.service`],
        { encoding: 'utf8' },
      );
      const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('tax-connect'));
      expect(about).toEqual([]);
    },
  );
});

describe('the bill of materials', () => {
  const bom = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8')) as {
    readonly bomFormat: string;
    readonly components: readonly {
      readonly name: string;
      readonly version: string;
      readonly purl: string;
      readonly licenses: readonly { readonly license: { readonly id: string } }[];
    }[];
  };

  it('lists every package whose code is in the service, with its version and license', () => {
    const maps = readdirSync('dist/connect/service', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.map'))
      .map((file) => readFileSync(join('dist/connect/service', file), 'utf8'));
    const bundled = maps
      .flatMap((map) => (JSON.parse(map) as { readonly sources: readonly string[] }).sources)
      .map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1])
      .filter((name) => name !== undefined);
    const listed = bom.components.map(({ name }) => name);

    expect(bundled).toContain('pg');
    expect(listed).toEqual(expect.arrayContaining([...new Set(bundled)]));
    for (const { name, version, purl, licenses } of bom.components) {
      const file = readFileSync(`node_modules/${name}/package.json`, 'utf8');
      expect(JSON.parse(file)).toMatchObject({ version, license: licenses[0]?.license.id });
      expect(purl).toContain(`@${version}`);
    }
  });
});
