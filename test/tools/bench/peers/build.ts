import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { field, type Peer } from './field.ts';

/** Separate from the packages of this project, because only this benchmark installs them. */
const folder = resolve('test/.output/peers');
const source = resolve('test/tools/bench/peers');

/** A built file, by its path on the site. */
export type BuiltFiles = ReadonlyMap<string, string>;

/** Installs the exact versions in `field`, without running their install scripts. */
export function installPeers(): void {
  mkdirSync(folder, { recursive: true });
  const wanted = field.flatMap(({ package: name, version }) =>
    name === undefined ? [] : [[name, version] as const],
  );
  const manifest = { private: true, type: 'module', dependencies: Object.fromEntries(wanted) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The packages of the peers could not be installed.');
}

/** Bundles both sides of every contender. @returns `/hosts/finch.js`, `/pages/finch.js` and so on */
export async function buildContenders(connectUrl: (name: string) => string): Promise<BuiltFiles> {
  const replacing = field.flatMap(({ name, fixedUrl }) =>
    fixedUrl === undefined ? [] : [{ fixedUrl, url: connectUrl(name) }],
  );
  const built = await Promise.all(
    ['hosts', 'pages'].map(async (side) => {
      const names = readdirSync(join(source, side)).filter((name) => name !== 'harness.js');
      const input = names.map((name) => join(source, side, name));
      const chunks = await bundle(input, [replaceAddresses(replacing)]);
      return chunks.map(({ fileName, code }) => [`/${side}/${fileName}`, code] as const);
    }),
  );
  return new Map(built.flat());
}

/** @returns bytes of what an application ships for a peer, minified and gzipped */
export async function measureBytes({ package: name, imports }: Peer): Promise<number> {
  if (name === undefined || imports === undefined) return Number.NaN;
  const entry = join(folder, 'size.js');
  writeFileSync(entry, `export { ${imports} } from '${name}';`);
  const chunks = await bundle([entry], []);
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
}

/** @returns bytes of `dist/` that `open` of this project loads, each file gzipped by itself */
export function measureOwnBytes(): number {
  const paths = ['dist/index.js', join('dist', findSessionChunk())];
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
}

/** @returns the path in `dist/` of the code that `open` and `preload` load first */
function findSessionChunk(): string {
  const code = readFileSync('dist/index.js', 'utf8');
  const [, path] = /import\(["'`]\.\/(chunks\/[^"'`]+)["'`]\)/.exec(code) ?? [];
  if (path === undefined) throw new Error('dist/index.js loads no chunk.');
  return path;
}

async function bundle(
  input: readonly string[],
  plugins: readonly Plugin[],
): Promise<readonly Rolldown.OutputChunk[]> {
  const output = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [findPackages, ...plugins],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: [...input],
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  const results = [output].flat() as readonly Rolldown.RolldownOutput[];
  return results.flatMap(({ output: files }) =>
    files.flatMap((file) => (file.type === 'chunk' ? [file] : [])),
  );
}

/** Finds the peers' packages in their folder, and ours in the build. Finch's class needs no React. */
const findPackages: Plugin = {
  name: 'find-packages',
  enforce: 'pre',
  resolveId(id) {
    if (id === 'react') return '\0react';
    if (id === 'tax-connect') return resolve('dist/index.js');
    if (id === 'tax-connect/page') return resolve('dist/page.js');
    // The build for browsers, because the entry of zoid needs Node's `process`.
    if (id === 'zoid') return join(folder, 'node_modules/zoid/dist/zoid.min.js');
    const isPeer = field.some(({ package: name }) => name === id);
    return isPeer ? this.resolve(id, join(folder, 'package.json'), { skipSelf: true }) : undefined;
  },
  load: (id) =>
    id === '\0react' ? 'export function useRef() {} export function useEffect() {}' : undefined,
};

/** Two packages contain a fixed address. Only that address is replaced. */
function replaceAddresses(
  addresses: readonly { readonly fixedUrl: string; readonly url: string }[],
): Plugin {
  return {
    name: 'replace-addresses',
    transform(code) {
      const found = addresses.find(({ fixedUrl }) => code.includes(`${fixedUrl}`));
      return found && code.replaceAll(found.fixedUrl, found.url);
    },
  };
}
