import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, mergeConfig } from 'vite';
import { cutTexts } from '../../../src/build/cut-texts.ts';
import { define, oxc } from '../../../vite.config.ts';
import { isLongRun } from '../extent.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hostFolder = join(root, 'test/engines/host');
const outputFolder = join(root, 'test/.output/engines');

/** The folders with the pages of one kind. */
export interface PagesFolder {
  /** With `script-tag/` and `spa/`, as the demo application serves them. */
  readonly hosts: string;
  /** Replaces the repository's root when the service looks for its built page. */
  readonly service: string;
}

/** `source`: bundled from the source, not minified. `built`: from the files in dist/. */
export const pagesFolders: Readonly<Record<'source' | 'built', PagesFolder>> = {
  source: { hosts: join(outputFolder, 'source/hosts'), service: join(outputFolder, 'source') },
  built: { hosts: join(outputFolder, 'built/hosts'), service: root },
};

/** Vitest's global set-up: builds the host page, and in the long run also the Connect page from source. */
export async function setup(): Promise<void> {
  const builtPackage: InlineConfig = { configFile: false };
  await buildHost(builtPackage, pagesFolders.built.hosts);
  await buildScriptTagHost(pagesFolders.built.hosts);
  for (const { hosts } of Object.values(pagesFolders)) copyIcon(hosts);
  if (!isLongRun) return;
  const fromSource = createSourceConfig();
  await buildHost({ ...fromSource, configFile: false }, pagesFolders.source.hosts);
  await buildConnectPage(fromSource, pagesFolders.source.service);
}

/** The package's name resolves to `src/sdk/`, as in the unit tests. */
function createSourceConfig(): InlineConfig {
  const alias = [
    { find: /^tax-connect$/, replacement: join(root, 'src/sdk/index.ts') },
    { find: /^tax-connect\/element$/, replacement: join(root, 'src/sdk/element.ts') },
    { find: /^tax-connect\/page$/, replacement: join(root, 'src/sdk/page.ts') },
  ];
  return { define, oxc, resolve: { alias }, plugins: [cutTexts()], build: { minify: false } };
}

async function buildHost(config: InlineConfig, hosts: string): Promise<void> {
  await run(config, {
    root: hostFolder,
    base: './',
    build: {
      outDir: join(hosts, 'spa'),
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  });
  fillPage(join(hosts, 'spa/index.html'), 'spa', '');
}

/** The same page, with the script tag from the service. Its own script remains a module. */
async function buildScriptTagHost(hosts: string): Promise<void> {
  const folder = join(hosts, 'script-tag');
  await run(
    { configFile: false },
    {
      root: hostFolder,
      build: {
        outDir: folder,
        lib: { entry: 'script-tag.ts', formats: ['es'], fileName: () => 'app.js' },
      },
    },
  );
  cpSync(join(hostFolder, 'index.html'), join(folder, 'index.html'));
  const attributes = 'src="{{script_url}}" integrity="{{integrity}}" crossorigin="anonymous"';
  fillPage(join(folder, 'index.html'), 'script-tag', `<script ${attributes}></script>`);
}

/** Browsers request it from every host, and log an error when it is missing. */
function copyIcon(hosts: string): void {
  cpSync(join(root, 'demo/hosts/script-tag/icon.svg'), join(hosts, 'script-tag/icon.svg'));
}

function fillPage(file: string, page: string, sdk: string): void {
  const text = readFileSync(file, 'utf8');
  const filled = text
    .replace('{{page}}', page)
    .replace('<!-- sdk -->', sdk)
    .replace('./module.ts', '/app.js');
  writeFileSync(file, filled);
}

/** The path where the service finds it, if it takes the folder for the repository. */
async function buildConnectPage(config: InlineConfig, folder: string): Promise<void> {
  await run(
    { ...config, configFile: join(root, 'src/connect/vite.config.ts'), mode: 'page' },
    { build: { outDir: join(folder, 'dist/connect/page') } },
  );
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
}

async function run(config: InlineConfig, more: InlineConfig): Promise<void> {
  const common = { logLevel: 'error', build: { target: 'es2022', emptyOutDir: true } } as const;
  await build(mergeConfig(mergeConfig(common, config), more));
}
