import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';
import { createNodeBuild, defineAppBuilds } from '../src/build/app-builds.ts';

/** Makes the absolute path of a file in this folder. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Copies files that browsers get unchanged. */
function copyFolder(from: string, to: string): Plugin {
  return {
    name: 'copy-folder',
    closeBundle() {
      cpSync(pathOf(from), pathOf(to), { recursive: true });
    },
  };
}

/** The content of both pages of the application. */
const main = readFileSync(pathOf('hosts/main.html'), 'utf8');
const addMain = (page: string): string => page.replace('<!-- main -->', () => main);

/** The application's page that imports the SDK as a module. */
const spa: UserConfig = {
  root: pathOf('hosts/spa'),
  base: './',
  plugins: [{ name: 'add-main', transformIndexHtml: addMain }],
  build: {
    outDir: pathOf('dist/hosts/spa'),
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
};

/** The page with every option, and the faults that a developer wants to see. */
const playground: UserConfig = {
  root: pathOf('hosts/playground'),
  base: './',
  build: {
    outDir: pathOf('dist/hosts/playground'),
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
};

/** The application's backend, and the page that uses the script tag. */
const hosts: UserConfig = {
  ...createNodeBuild({ main: pathOf('hosts/main.ts') }, pathOf('dist/hosts')),
  plugins: [
    copyFolder('hosts/script-tag', 'dist/hosts/script-tag'),
    {
      name: 'add-main',
      closeBundle() {
        const page = readFileSync(pathOf('hosts/script-tag/index.html'), 'utf8');
        writeFileSync(pathOf('dist/hosts/script-tag/index.html'), addMain(page));
      },
    },
  ],
};

export default defineAppBuilds(pathOf('.'), { hosts, spa, playground });
