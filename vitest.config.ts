import { fileURLToPath } from 'node:url';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { cutTexts } from './src/build/cut-texts.ts';
import { listTags } from './test/attack/threats.ts';
import { onBothDatabases } from './test/support/both-databases.ts';
import { ByProject } from './test/support/by-project.ts';
import { byExtent, isLongRun } from './test/support/extent.ts';
import { define, oxc } from './vite.config.ts';

/** Makes the absolute path of a file in this repository. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Tests import the package by its own name and get its source. */
const packageFromSource = [
  { find: /^tax-connect$/, replacement: pathOf('src/sdk/index.ts') },
  {
    find: /^tax-connect\/(page|providers|server|react|vue|svelte|element)$/,
    replacement: pathOf('src/sdk/$1.ts'),
  },
  // The service that this entry starts is found beside the built file.
  { find: /^tax-connect\/testing$/, replacement: pathOf('dist/testing.js') },
];

/**
 * Creates a suite of tests: a folder under `test/`.
 *
 * @param name - the folder's name
 * @param more - the settings of this suite, in addition to the common ones
 */
function suite(name: string, more: UserWorkspaceConfig['test'] = {}): UserWorkspaceConfig {
  return {
    // Each suite gets a copy, because Vitest removes the entries from it.
    define: { ...define },
    oxc,
    plugins: [cutTexts()],
    resolve: { alias: packageFromSource },
    test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...more },
  };
}

/**
 * The time limits. They are long, because the machine may be busy, and a passing test does not wait. Only a test
 * that must be fast, or that measures for many minutes, sets its own limit.
 */
const patience = {
  setupFiles: ['test/support/long-waits.ts'],
  testTimeout: byExtent(300_000, 600_000),
  hookTimeout: 400_000,
  expect: { poll: { timeout: 15_000 } },
};

/**
 * Files of a worker share their imports, and a browser. So a module must not register a hook, which would work for
 * only one file. A file with `vi.mock` imports the modules under test after `vi.resetModules()`.
 */
const sharesImports = { isolate: false };

/** Four files at a time, even on two cores, because each mostly waits. */
const maxWorkers = 4;

/** Threads start faster than processes, and most files here take less time than either. */
const quickly = { ...patience, maxWorkers, pool: 'threads' as const };

const unitSetup = [...patience.setupFiles, 'test/support/fresh-document.ts'];

/**
 * Unit tests that mock modules, change the globals for good, or count the calls of functions. Hono's server replaces the
 * global `Response`.
 */
const inOwnWorkers = [
  'test/unit/{bindings,cli,host}/**/*.test.ts',
  'test/unit/server/demo.test.ts',
  'test/unit/ui/mount.test.ts',
  'test/unit/service/hostile-values.test.ts',
];

/** Suites that drive real browsers. They run after the others, four files at a time, because each mostly waits. */
const inBrowsers = {
  ...patience,
  ...sharesImports,
  // A driver may lose its window on a busy machine. `test/run.mjs` names the tests that needed a second try.
  retry: 1,
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
};

/** The contract: a file for each engine, with more steps in a case. */
const inEngines = {
  ...inBrowsers,
  globalSetup: ['test/support/engines/build-pages.ts'],
};

/** Tests with several processes need a database that the processes can share. */
const onPostgresOnly = ['test/service/postgres/**/*.test.ts'];

/** Checks every answer in a test of the service against `/openapi.json`, and that every database is closed. */
const serviceSetup = [...patience.setupFiles, 'test/service/setup.ts'];

/** The suite of the service again, on a PostgreSQL server that is started for it. */
const describeServicePostgres = (name: string) => ({
  ...suite('service'),
  test: {
    name,
    include: byExtent([...onBothDatabases, ...onPostgresOnly], ['test/service/**/*.test.ts']),
    globalSetup: ['test/support/postgres-setup.ts'],
    ...patience,
    ...sharesImports,
    maxWorkers,
    setupFiles: serviceSetup,
  },
});

export default defineConfig({
  root: pathOf('.'),
  test: {
    // A run without any test has proved nothing.
    passWithNoTests: false,
    tags: listTags(),
    sequence: { sequencer: ByProject },
    // Only `npm run coverage` measures it, not `npm test` or `npm run check`.
    coverage: {
      provider: 'v8',
      include: ['src/{sdk,connect}/**/*.{ts,tsx}'],
      exclude: ['**/vite.config.ts', '**/*.d.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'test/.output/coverage',
    },
    projects: [
      suite('unit', { ...quickly, ...sharesImports, setupFiles: unitSetup, exclude: inOwnWorkers }),
      { ...suite('unit'), test: { name: 'unit-isolated', include: inOwnWorkers, ...quickly } },
      {
        // The workflow parser imports JSON without its type, which Node refuses. Its source maps are incomplete.
        ...suite('sources', { ...quickly, server: { deps: { inline: [/workflow-parser/] } } }),
        logLevel: 'error',
      },
      suite('service', {
        ...patience,
        ...sharesImports,
        maxWorkers,
        setupFiles: serviceSetup,
        exclude: onPostgresOnly,
      }),
      describeServicePostgres('service-postgres'),
      // Runs through PgBouncer, which gives each transaction any of its connections.
      ...(isLongRun ? [describeServicePostgres('service-pgbouncer')] : []),
      suite('browser', inBrowsers),
      suite('package', {
        ...inBrowsers,
        globalSetup: ['test/support/installed-package.ts'],
      }),
      suite('attack', inBrowsers),
      suite('engines', inEngines),
    ],
  },
});
