import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';
import { createNodeBuild, defineAppBuilds } from '../build/app-builds.ts';

/** Absolute path of something in this folder. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

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
      rolldownOptions: { input: pathOf(`${folder}/main.${folder === 'docs' ? 'ts' : 'tsx'}`) },
    },
  };
}

const page = createPageBuild('page', '/connect/assets/');
const dashboard = createPageBuild('dashboard', '/dashboard/assets/');
const docs = createPageBuild('docs', '/docs/assets/');

const service: UserConfig = {
  ...createNodeBuild(pathOf('service/main.ts'), pathOf('../../dist/connect/service')),
  // One file instead of five hundred: finding and reading them took most of the start. Drivers stay
  // outside, the one because it is native, the other because it is loaded only with PostgreSQL.
  ssr: { noExternal: true, external: ['tax-connect', 'better-sqlite3', 'pg'] },
};

export default defineAppBuilds(pathOf('.'), { page, dashboard, docs, service });
