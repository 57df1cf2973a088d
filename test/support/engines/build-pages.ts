import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, mergeConfig } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hostFolder = join(root, 'test/engines/host');

/** The host's pages: `script-tag/` and `spa/`, as the demo application serves them. */
export const pagesFolder = join(root, 'test/.output/engines/hosts');

/** Vitest's global set-up: builds the host's page on the files in dist/. */
export async function setup(): Promise<void> {
  await buildHost();
  await buildScriptTagHost();
  // Browsers request it from every host, and log an error when it is missing.
  cpSync(join(root, 'demo/hosts/script-tag/icon.svg'), join(pagesFolder, 'script-tag/icon.svg'));
}

async function buildHost(): Promise<void> {
  const outDir = join(pagesFolder, 'spa');
  await run({
    base: './',
    build: { outDir, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  });
  fillPage(join(outDir, 'index.html'), 'spa', '');
}

/** The same page, with the script tag from the service. Its own script remains a module. */
async function buildScriptTagHost(): Promise<void> {
  const folder = join(pagesFolder, 'script-tag');
  const lib = { entry: 'script-tag.ts', formats: ['es' as const], fileName: () => 'app.js' };
  await run({ build: { outDir: folder, lib } });
  cpSync(join(hostFolder, 'index.html'), join(folder, 'index.html'));
  const attributes = 'src="{{script_url}}" integrity="{{integrity}}" crossorigin="anonymous"';
  fillPage(join(folder, 'index.html'), 'script-tag', `<script ${attributes}></script>`);
}

function fillPage(file: string, page: string, sdk: string): void {
  const text = readFileSync(file, 'utf8');
  const filled = text
    .replace('{{page}}', page)
    .replace('<!-- sdk -->', sdk)
    .replace('./module.ts', '/app.js');
  writeFileSync(file, filled);
}

async function run(config: InlineConfig): Promise<void> {
  const common: InlineConfig = {
    configFile: false,
    root: hostFolder,
    logLevel: 'error',
    build: { target: 'es2022', emptyOutDir: true },
  };
  await build(mergeConfig(common, config));
}
