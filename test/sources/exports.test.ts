import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Targets = { readonly [condition: string]: string | Targets };

const packageText = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { exports } = JSON.parse(packageText) as { exports: Targets };

/** Runtimes whose bundlers may also set `browser`, as Next.js does for its edge runtime. */
const backends = ['edge-light', 'workerd', 'worker', 'deno', 'bun', 'node'];

/** An application with the package installed; the package's files are empty. */
let application: string;

beforeAll(() => {
  application = realpathSync(mkdtempSync(join(tmpdir(), 'exports-')));
  const folder = join(application, 'node_modules/tax-connect');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write('package.json', packageText);
  for (const target of listTargets(exports)) if (target !== './package.json') write(target, '');
});

afterAll(() => rmSync(application, { recursive: true, force: true }));

function listTargets(targets: string | Targets): readonly string[] {
  if (typeof targets === 'string') return [targets];
  return Object.values(targets).flatMap(listTargets);
}

/** Resolves as a bundler does, with only these conditions. */
async function resolveInBundler(name: string, ...conditions: string[]): Promise<string> {
  const server = await createServer({
    configFile: false,
    root: application,
    appType: 'custom',
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { conditions: [...conditions, 'module', 'import'] },
  });
  try {
    const importer = join(application, 'main.js');
    const resolved = await server.environments.client.pluginContainer.resolveId(name, importer);
    return resolved?.id.replace(/^.*\/tax-connect\/|\?.*$/g, '') ?? '';
  } finally {
    await server.close();
  }
}

/** Resolves as Node does, which always adds `node`. */
function resolveInNode(name: string, condition: string): string {
  const text = `process.stdout.write(import.meta.resolve(${JSON.stringify(name)}))`;
  const args = [`--conditions=${condition}`, '--input-type=module', '--eval', text];
  const url = execFileSync(process.execPath, args, { cwd: application, encoding: 'utf8' });
  return url.replace(`${pathToFileURL(application)}/node_modules/tax-connect/`, '');
}

describe('tax-connect/server', () => {
  it.each(backends)(
    'is the backend with the condition %s, also together with browser',
    async (condition) => {
      expect(await resolveInBundler('tax-connect/server', condition)).toBe('dist/server.js');
      expect(await resolveInBundler('tax-connect/server', condition, 'browser')).toBe(
        'dist/server.js',
      );
    },
  );

  it.each([...backends, 'browser'])('is the backend for node --conditions=%s', (condition) => {
    expect(resolveInNode('tax-connect/server', condition)).toBe('dist/server.js');
  });

  it('is the backend without a condition', async () => {
    expect(await resolveInBundler('tax-connect/server')).toBe('dist/server.js');
  });

  it('is the file that throws in a browser', async () => {
    expect(await resolveInBundler('tax-connect/server', 'browser')).toBe(
      'dist/server-in-browser.js',
    );
  });
});

describe('the browser entries', () => {
  it.each([
    ['tax-connect', 'dist/index.js'],
    ['tax-connect/page', 'dist/page.js'],
    ['tax-connect/script', 'dist/tax-connect.js'],
  ])('%s is the same file everywhere', async (name, file) => {
    expect(await resolveInBundler(name, 'browser')).toBe(file);
    expect(await resolveInBundler(name, 'edge-light')).toBe(file);
    expect(resolveInNode(name, 'node')).toBe(file);
  });

  it('have a main file for bundlers that do not read exports', () => {
    expect(JSON.parse(packageText).main).toBe('./dist/index.js');
  });
});
