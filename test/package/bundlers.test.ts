import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { texts as es } from '../../src/texts/es.json?modal';
import { launchChromium } from '../support/chromium.ts';
import { isLongRun } from '../support/extent.ts';
import { findFreePort } from '../support/free-port.ts';
import { createEmptyProject, type EmptyProject } from '../support/tarball.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';
import { startProgram } from './support/start-program.ts';

/* An application that only imports the package speaks another language, with each bundler and without a setting. */

interface Bundler {
  readonly name: string;
  /** Packages that are installed from the registry. */
  readonly packages?: readonly string[];
  /** Writes `built/main.js`, or a whole page. */
  readonly build?: readonly string[];
  /** A server for developers, to which `--port` is added. */
  readonly serve?: readonly string[];
}

const ownVite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
const bin = (name: string) => `node_modules/.bin/${name}`;
const vites = ['5.4.21', '6.4.6', '7.3.8', '8.3.8'].map((version) => [`vite@${version}`]);

/** `examples.test.ts` has the current build of Vite, webpack, Rollup and esbuild with chunks. */
const bundlers: readonly Bundler[] = [
  // Vite of this repository needs no installation.
  { name: 'Vite, development', serve: [process.execPath, ownVite] },
  ...vites.flatMap((packages): Bundler[] => [
    { name: `${packages[0]}, development`, packages, serve: [bin('vite')] },
    { name: `${packages[0]}, build`, packages, build: [bin('vite'), 'build', '--outDir=built'] },
  ]),
  {
    name: 'esbuild in one file',
    packages: ['esbuild@0.28.2'],
    build: [bin('esbuild'), 'main.js', '--bundle', '--outdir=built', '--format=iife'],
  },
  {
    name: 'Parcel',
    packages: ['parcel@2.16.4'],
    build: [bin('parcel'), 'build', 'index.html', '--dist-dir=built'],
  },
];

const page = '<!doctype html><title>Shop</title><button>Connect</button>';

const world = useRunning(() => startWorld());
const browser = useRunning(() => launchChromium());
/** Projects by their packages. They are shared because each installation takes a while. */
const projects = new Map<string, EmptyProject>();

afterAll(() => {
  for (const project of projects.values()) project.remove();
});

function findProject({ packages = [] }: Bundler): EmptyProject {
  const key = packages.join();
  const made = projects.get(key) ?? createEmptyProject(undefined, packages);
  projects.set(key, made);
  made.write(
    'main.js',
    `import { open } from 'tax-connect';
    const clientId = '${world.application.client_id}';
    const connectUrl = '${world.connectUrl}/connect';
    document.querySelector('button').onclick = () =>
      open({ clientId, connectUrl, locale: 'es', onSuccess() {} });`,
  );
  made.write('index.html', `${page}<script type="module" src="./main.js"></script>`);
  return made;
}

/** @returns the address of the application */
async function startApplication({ build, serve }: Bundler, made: EmptyProject): Promise<string> {
  if (serve) {
    const command = `exec ${serve.join(' ')} --port=$PORT --strictPort --host=127.0.0.1`;
    return (await startProgram(made.folder, ['sh', '-c', command], {})).origin;
  }
  const [file = '', ...args] = build ?? [];
  const ended = await made.run(file, args);
  expect(ended.code, `${ended.stdout}${ended.stderr}`).toBe(0);
  const writesPage = args.includes('index.html') || file === bin('vite');
  if (!writesPage) {
    made.write('built/index.html', `${page}<script type="module" src="./main.js"></script>`);
  }
  const served = await preview({
    root: made.folder,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: 'built' },
    preview: { host: '127.0.0.1', port: await findFreePort() },
  });
  onTestFinished(() => served.close());
  return served.resolvedUrls?.local[0] ?? '';
}

it.runIf(isLongRun).each(bundlers.map((bundler) => [bundler.name, bundler] as const))(
  '%s',
  async (_, bundler) => {
    const url = await startApplication(bundler, findProject(bundler));
    const tab = await browser.newPage();
    const problems: string[] = [];
    tab.on('pageerror', ({ message }) => problems.push(message));
    tab.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
    await tab.goto(url);
    await tab.getByRole('button', { name: 'Connect' }).click();
    await tab.getByRole('combobox', { name: es.search }).waitFor();
    await tab.close();
    expect(problems.filter((line) => !line.includes('favicon'))).toEqual([]);
  },
);
