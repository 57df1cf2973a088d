import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { findTarball } from '../support/installed-package.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';
import { backends } from './support/languages.ts';
import { packPackage } from './support/packed-package.ts';
import { type StartedProgram, startProgram } from './support/start-program.ts';

const examples = fileURLToPath(new URL('../../demo/examples/', import.meta.url));
const node: Command = [process.execPath, 'server.js'];

type Command = readonly string[];

/** A page, and the backend that serves it and accepts its codes. */
interface Stack {
  readonly page: string;
  /** Null if one project is both. */
  readonly backend: string | null;
  readonly command: Command;
  /** Runs before. */
  readonly setUp?: Command | undefined;
}

/** Frameworks would report their use to their makers. */
const quiet = {
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
};

/** These need no installation, so the first runs in `npm test`. */
const usual: readonly Stack[] = [
  { page: 'script-tag', backend: 'node-http', command: node },
  { page: 'element', backend: 'node-http', command: node },
];

/** Each installs the tarball and its other packages from the registry. */
const bundlers = ['vite', 'webpack', 'rollup', 'esbuild', 'react', 'vue', 'svelte', 'angular'];
const nodeBackends = ['express', 'fastify', 'hono'];

/** Page and backend in one, with a server that renders the page. */
const renderers: readonly Stack[] = [
  {
    page: 'next',
    backend: null,
    command: ['sh', '-c', 'exec node_modules/.bin/next start --port $PORT'],
  },
  { page: 'sveltekit', backend: null, command: [process.execPath, 'build'] },
  { page: 'nuxt', backend: null, command: [process.execPath, '.output/server/index.mjs'] },
  {
    page: 'remix',
    backend: null,
    command: ['node_modules/.bin/react-router-serve', 'build/server/index.js'],
  },
  { page: 'astro', backend: null, command: [process.execPath, 'dist/server/entry.mjs'] },
];

const otherLanguages: readonly Stack[] = backends.map(({ name, build, command }) => {
  return { page: 'script-tag', backend: name, command, setUp: build };
});

const world = useRunning(() => startWorld());
const browser = useRunning(() => launchChromium());
const packed = useRunning(packPackage);
const temporary: string[] = [];

afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

/** A copy of an example with this run's addresses, edited as its reader would. */
function copyExample(name: string, isInstalled: boolean): string {
  const base = mkdtempSync(join(isInstalled ? join(packed.folder, '../..') : tmpdir(), 'example-'));
  temporary.push(base);
  cpSync(join(examples, name), base, { recursive: true });
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8')
      .replaceAll('http://localhost:4400', world.connectUrl)
      .replaceAll('test_app', world.application.client_id);
    writeFileSync(file, text);
  }
  return base;
}

function run(folder: string, [file = '', ...args]: Command): void {
  // Next.js does not build with NODE_ENV `test`, which Vitest sets.
  const { NODE_ENV: _, ...inherited } = process.env;
  const env = { ...inherited, ...quiet } as NodeJS.ProcessEnv;
  const options = { cwd: folder, encoding: 'utf8' as const, env };
  const { status, stderr, stdout } = spawnSync(file, args, options);
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stdout}${stderr}`);
}

/** Each example is installed and built once. */
const prepared = new Map<string, string>();

/** @returns the folder of an example, installed and built */
function prepare(name: string): string {
  const folder = prepared.get(name) ?? install(name);
  prepared.set(name, folder);
  return folder;
}

function install(name: string): string {
  if (!isLongRun) return copyExample(name, true);
  const folder = copyExample(name, false);
  const files = readdirSync(folder);
  if (!files.includes('package.json')) return folder;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  manifest.dependencies['tax-connect'] = `file:${findTarball(inject('installedPackage'))}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  run(folder, ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error']);
  if (manifest.scripts.build) run(folder, ['npm', 'run', 'build']);
  return folder;
}

async function start({ page, backend, command, setUp }: Stack): Promise<StartedProgram> {
  const pageFolder = prepare(page);
  const folder = backend === null ? pageFolder : prepare(`backends/${backend}`);
  if (setUp) run(folder, setUp);
  return await startProgram(folder, command, {
    ...quiet,
    PUBLIC_DIR: join(pageFolder, 'public'),
    CONNECT_BASE_URL: world.baseUrl,
    CONNECT_CLIENT_ID: world.application.client_id,
    CONNECT_CLIENT_SECRET: String(world.application.client_secret),
  });
}

async function connect(stack: Stack): Promise<void> {
  const { origin, printed } = await start(stack);
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await pressConnect(page, origin);
  await driveConnect(page).connect();
  await page.getByRole('status').getByText('Connected', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await expect.poll(printed).toMatch(/connected \S+ at sandbox/);
  expect(printed()).not.toContain(world.application.client_secret);
  await page.close();
}

async function expectSpanish(stack: Stack): Promise<void> {
  const { origin } = await start(stack);
  const page = await browser.newPage({ locale: 'es-ES' });
  await pressConnect(page, origin);
  await page.locator('dialog[lang=es], [lang=es] dialog, dialog [lang=es]').first().waitFor();
  await page.close();
}

/** A page that a server has drawn shows the button before its scripts have attached what it does. */
async function pressConnect(page: Page, origin: string): Promise<void> {
  await page.goto(origin, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
}

const name = ({ page, backend }: Stack) => [`${page}, ${backend ?? 'its own server'}`] as const;

describe('an example connects in a browser', () => {
  it.each(
    usual.slice(0, byExtent(1, usual.length)).map((stack) => [...name(stack), stack] as const),
  )('%s', async (_, stack) => {
    await connect(stack);
  });

  describe.runIf(isLongRun)('with what it installs', () => {
    const stacks = [
      ...bundlers.map((page) => ({ page, backend: 'node-http', command: node })),
      ...nodeBackends.map((backend) => ({ page: 'script-tag', backend, command: node })),
      ...renderers,
      ...otherLanguages,
    ];
    it.each(stacks.map((stack) => [...name(stack), stack] as const))('%s', async (_, stack) => {
      await connect(stack);
    });

    const builds = bundlers.map((page) => ({ page, backend: 'node-http', command: node }));
    it.each([...builds, ...renderers].map((stack) => [stack.page, stack] as const))(
      '%s takes the languages along',
      async (_, stack) => {
        await expectSpanish(stack);
      },
    );
  });
});
