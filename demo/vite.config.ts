import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

/** @returns the absolute path of a file in this folder */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The HTML that both pages of the application contain. */
const main = readFileSync(pathOf('hosts/main.html'), 'utf8');
const addMain = (page: string): string => page.replace('<!-- main -->', () => main);

/** Configures the build of a page that refers to its files by relative URLs. */
function createPageBuild(folder: string): UserConfig {
  return {
    root: pathOf(`hosts/${folder}`),
    base: './',
    build: {
      outDir: pathOf(`dist/hosts/${folder}`),
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  };
}

/** Builds the application's backend, and the page with the script tag. Packages are not bundled. */
const hosts: UserConfig = {
  build: {
    ssr: true,
    outDir: pathOf('dist/hosts'),
    target: 'node20',
    sourcemap: true,
    rolldownOptions: { input: { main: pathOf('hosts/main.ts') } },
  },
  ssr: { external: ['tax-connect'] },
  plugins: [
    {
      name: 'copy-page',
      closeBundle() {
        const target = pathOf('dist/hosts/script-tag');
        cpSync(pathOf('hosts/script-tag'), target, { recursive: true });
        const page = readFileSync(`${target}/index.html`, 'utf8');
        writeFileSync(`${target}/index.html`, addMain(page));
      },
    },
  ],
};

/** The builds by their `--mode`: the backend, the page that imports the SDK as a module, and the playground. */
const pages: Readonly<Record<string, UserConfig>> = {
  hosts,
  spa: {
    ...createPageBuild('spa'),
    plugins: [{ name: 'add-main', transformIndexHtml: addMain }],
  },
  playground: createPageBuild('playground'),
};

export default defineConfig(({ mode }) => ({
  root: pathOf('.'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ...pages[mode],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    emptyOutDir: true,
    ...pages[mode]?.build,
  },
}));
