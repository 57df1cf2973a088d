import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

/** Absolute path of something in this folder. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The demo is a customer: `tax-connect…` resolves by the exports of package.json to the built files
 * in dist/, in browsers as in Node, never to the source behind them.
 */
const common = {
  root: pathOf('.'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
} as const satisfies UserConfig;

/** Files that a browser gets as they are. */
function copyFolder(from: string, to: string): Plugin {
  return {
    name: 'copy-folder',
    closeBundle() {
      cpSync(pathOf(from), pathOf(to), { recursive: true });
    },
  };
}

/** The application's page that imports the SDK as a module. */
const spa: UserConfig = {
  root: pathOf('hosts/spa'),
  base: './',
  build: {
    outDir: pathOf('dist/hosts/spa'),
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
};

/** Every screen in every state; a host page, a scripted Connect page, and that page on its own. */
const gallery: UserConfig = {
  root: pathOf('gallery'),
  base: './',
  build: {
    outDir: pathOf('dist/hosts/gallery'),
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index', 'connect', 'page'].map((name) => pathOf(`gallery/${name}.html`)),
    },
  },
};

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

/** The application's backend, and the page that uses the script tag. */
const hosts: UserConfig = {
  ...createNodeBuild('hosts/main.ts', 'dist/hosts'),
  plugins: [copyFolder('hosts/script-tag', 'dist/hosts/script-tag')],
};

const builds: Readonly<Record<string, UserConfig>> = {
  hosts,
  spa,
  gallery,
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
