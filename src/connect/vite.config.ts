import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';
import { createNodeBuild, defineAppBuilds } from '../build/app-builds.ts';

/** Makes the absolute path of a file in this folder. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Builds a page of the service, which reads the names of its files from the manifest.
 *
 * @param folder - its sources, and the folder of its files in dist/connect/
 * @param base - the path at which the service serves them
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
      // A strict Content-Security-Policy does not allow data: URLs.
      assetsInlineLimit: 0,
      rolldownOptions: { input: pathOf(`${folder}/main.${folder === 'docs' ? 'ts' : 'tsx'}`) },
    },
  };
}

const page = createPageBuild('page', '/connect/assets/');
const dashboard = createPageBuild('dashboard', '/dashboard/assets/');
const docs = createPageBuild('docs', '/docs/assets/');

/**
 * The gallery of every screen: a host page, a scripted Connect page, and that page alone. The demo serves it, and it is
 * not published.
 */
const gallery: UserConfig = {
  root: pathOf('gallery'),
  base: './',
  build: {
    outDir: pathOf('../../demo/dist/hosts/gallery'),
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index', 'connect', 'page'].map((name) => pathOf(`gallery/${name}.html`)),
    },
  },
};

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
  // Bundling makes a few files of five hundred, whose loading took most of the start. better-sqlite3 is not
  // bundled, because it is native and belongs to the project, if it has one.
  ssr: { noExternal: true, external: ['tax-connect', 'better-sqlite3', 'pg-native'] },
};

const cli: UserConfig = {
  ...createNodeBuild({ main: pathOf('../cli/main.ts') }, pathOf('../../dist/cli')),
  // The package has no dependencies, so the QR code's one is bundled.
  ssr: { noExternal: true },
};

export default defineAppBuilds(pathOf('.'), { page, dashboard, docs, gallery, service, cli });
