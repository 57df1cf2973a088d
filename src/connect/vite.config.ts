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
  ...createNodeBuild(
    {
      main: pathOf('service/main.ts'),
      embed: pathOf('service/embed.ts'),
      doctor: pathOf('service/doctor/examine.ts'),
      reseal: pathOf('service/reseal/reseal.ts'),
      migrate: pathOf('service/migrate.ts'),
    },
    pathOf('../../dist/connect/service'),
  ),
  // A few files instead of five hundred: finding and reading them took most of the start. better-sqlite3
  // stays outside, because it is native and the project's own, if it has one.
  ssr: { noExternal: true, external: ['tax-connect', 'better-sqlite3', 'pg-native'] },
};

const cli = createNodeBuild({ main: pathOf('../cli/main.ts') }, pathOf('../../dist/cli'));

export default defineAppBuilds(pathOf('.'), { page, dashboard, docs, service, cli });
