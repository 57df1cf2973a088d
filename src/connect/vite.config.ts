import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

/** Absolute path of something in this folder. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The Connect service is a customer of the SDK: `tax-connect…` resolves by the exports of package.json to the built files
 * in dist/, in browsers as in Node, never to the source behind them.
 */
const common = {
  root: pathOf('.'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
} as const satisfies UserConfig;

/**
 * A page of the service, which reads the names of its files from the manifest.
 *
 * @param folder - its sources, and where its files go in dist/connect/
 * @param base - where the service hands them out
 */
function createPageBuild(folder: string, base: string): UserConfig {
  return {
    root: pathOf(folder),
    base,
    build: {
      outDir: pathOf(`../../dist/connect/${folder}`),
      manifest: true,
      assetsDir: '',
      modulePreload: { polyfill: false },
      // A strict Content-Security-Policy has no room for data: URLs.
      assetsInlineLimit: 0,
      rolldownOptions: { input: pathOf(`${folder}/main.tsx`) },
    },
  };
}

const page = createPageBuild('page', '/connect/assets/');
const dashboard = createPageBuild('dashboard', '/dashboard/assets/');

/**
 * A program for Node; its packages stay in node_modules.
 *
 * @param input - the file that starts it
 * @param outDir - where main.js goes
 */
function createNodeBuild(input: string, outDir: string): UserConfig {
  return {
    build: {
      ssr: pathOf(input),
      outDir: pathOf(outDir),
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
    ssr: { external: ['tax-connect'] },
  };
}

const service: UserConfig = {
  ...createNodeBuild('service/main.ts', '../../dist/connect/service'),
  // One file instead of five hundred: finding and reading them took most of the start. Drivers stay
  // outside, the one because it is native, the other because it is loaded only with PostgreSQL.
  ssr: { noExternal: true, external: ['tax-connect', 'better-sqlite3', 'pg'] },
};

const builds: Readonly<Record<string, UserConfig>> = {
  page,
  dashboard,
  service,
};

export default defineConfig(({ mode }) => {
  const config = builds[mode];
  if (config === undefined) throw new Error(`--mode is one of ${Object.keys(builds).join(', ')}`);
  return {
    ...common,
    ...config,
    build: {
      target: 'es2022',
      reportCompressedSize: false,
      emptyOutDir: true,
      ...config.build,
    },
  };
});
