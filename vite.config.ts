import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { cutTexts } from './src/build/cut-texts.ts';
import { packLocales } from './src/build/pack-locales.ts';
import { prependToChunks } from './src/build/prepend-to-chunks.ts';
import {
  chooseServiceAddresses,
  completeScript,
  joinServiceAddresses,
  unwrittenAddresses,
} from './src/build/service-addresses.ts';
import { onBothDatabases } from './test/support/both-databases.ts';
import { byExtent, isLongRun } from './test/support/extent.ts';
import { SlowestFirst } from './test/support/slowest-first.ts';

/** Makes the absolute path of a file in this repository. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const { version } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')) as { version: string };
const addresses = chooseServiceAddresses(process.env);

/** Constants that the build sets. They are never read from the document, a script tag or a global at run time. */
const define = {
  __TAX_CONNECT_SERVICE__: JSON.stringify(joinServiceAddresses(addresses)),
  __TAX_CONNECT_VERSION__: JSON.stringify(version),
};

const oxc = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const;

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
 * The time limits. They are long, because the machine may be busy, and a passing test does not wait. A test that
 * must be fast sets its own limit.
 */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
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

/** Suites that drive real browsers. They run after the others, four files at a time, because each mostly waits. */
const inBrowsers = {
  ...patience,
  ...sharesImports,
  // A driver may lose its window on a busy machine. `test/run.mjs` names the tests that needed a second try.
  retry: 1,
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
  testTimeout: 90_000,
};

/** The contract: a file for each engine, with more steps in a case. */
const inEngines = {
  ...inBrowsers,
  globalSetup: ['test/support/engines/build-pages.ts'],
  testTimeout: 150_000,
};

/**
 * Writes a string with the addresses, which a service that serves the script tag finds and replaces with its own.
 */
const writeAddresses: Plugin = {
  name: 'write-addresses',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = completeScript(chunk.code, addresses);
    }
  },
};

/**
 * Saves bytes in files that browsers load: constants are written where they are used, and hints for later tools are
 * left out. Library mode would leave whitespace in, too.
 */
const optimization = { inlineConst: { mode: 'all' as const } };
const output = { minify: true, comments: false };

/** Packing the languages is most of a build, so the bundler's warning about it is turned off. */
const checks = { pluginTimings: false };

/**
 * Builds ESM entries, one build for each audience. Entries of the same build share chunks, so `open()` would fetch
 * two or three files one after another instead of one. Library mode keeps Vite's preload helper away from dynamic
 * imports, so that the entry stays tiny and requests its chunk with a bare `import('./chunks/…')`.
 *
 * @param names - the names of the files in `src/sdk/`, without their ending
 */
function esm(...names: string[]) {
  return {
    lib: {
      entry: Object.fromEntries(names.map((name) => [name, pathOf(`src/sdk/${name}.ts`)])),
      formats: ['es' as const],
    },
    rolldownOptions: {
      checks,
      optimization,
      output: { ...output, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  };
}

/**
 * Makes the selector a separate chunk, which a Connect page can load where it is drawn. The page's bundler keeps
 * them apart if a module that re-exports `mountProviderSelector` is imported on demand.
 */
function withSelectorChunk(build: ReturnType<typeof esm>) {
  const groups = [
    // Shared code is a separate chunk, because the bridge would load the selector for it otherwise.
    { name: 'protocol', test: /\/src\/sdk\/protocol\//, priority: 1 },
    { name: 'selector', test: /\/src\/sdk\/ui\/|\/node_modules\// },
  ];
  const { output, ...others } = build.rolldownOptions;
  const rolldownOptions = { ...others, output: { ...output, codeSplitting: { groups } } };
  return { ...build, rolldownOptions };
}

/**
 * Entries that run in Node and in tests. They are not minified, because users do not wait for their bytes, and
 * developers read them in a stack.
 *
 * @param names - the names of the files in `src/sdk/`, without their ending
 */
function readable(...names: string[]) {
  const build = esm(...names);
  const { output, ...others } = build.rolldownOptions;
  return {
    ...build,
    minify: false,
    rolldownOptions: {
      ...others,
      output: { ...output, minify: false, comments: true },
      // Comments with the path of each file are left out, because they would depend on the place of the packages.
      experimental: { attachDebugInfo: 'none' as const },
    },
  };
}

/** The script tag: one classic script with everything inside. */
const script = {
  lib: {
    entry: pathOf('src/sdk/global.ts'),
    name: 'TaxConnect',
    formats: ['iife' as const],
    fileName: () => 'tax-connect.js',
  },
  rolldownOptions: {
    checks,
    optimization,
    output: { ...output, codeSplitting: false, generatedCode: { symbols: false } },
  },
};

/**
 * A binding is one file that imports its framework and the SDK by their names, so that an application has one copy
 * of each.
 *
 * @param name - the name of the file in `src/sdk/`, without its ending
 * @param packages - the application's own packages, which are not bundled
 */
function binding(name: string, ...packages: string[]) {
  const build = esm(name);
  return {
    ...build,
    rolldownOptions: { ...build.rolldownOptions, external: ['tax-connect', ...packages] },
  };
}

/** React's server components load files that begin with this line in the browser. */
const useClient = prependToChunks("'use client';");

/** The place of the languages for each build, relative to the file that loads them. */
const localeFolders: { readonly [mode: string]: string } = {
  production: '../locales/',
  page: '../locales/',
  script: 'service',
};

/**
 * `open` calls most functions of this chunk. By this comment, Chromium compiles all of them on another
 * thread while the chunk loads. Bundlers may drop it. https://v8.dev/blog/explicit-compile-hints
 */
const compileAhead = prependToChunks('//# allFunctionsCalledOnLoad', 'chunks/session.js');

/** The builds of `vite build --mode …`. `production` comes first, because it empties the folder. */
const builds: { readonly [mode: string]: object } = {
  production: esm('index'),
  page: withSelectorChunk(esm('page')),
  server: readable('server', 'server-in-browser'),
  providers: readable('providers'),
  testing: readable('testing'),
  'testing-fake': readable('testing-fake'),
  script,
  react: binding('react', 'react'),
  vue: binding('vue', 'vue'),
  svelte: binding('svelte', 'svelte/reactivity'),
  element: binding('element'),
};

/**
 * A single file has nothing to load on demand. A dynamic import in it would wrap every module in a function, which
 * costs 1 kB and hides dead code.
 */
const loadNow = [
  // Replaces files such as ./load-session.ts with ./load-session-now.ts.
  { find: /^(\.\/load-(session|developer-warnings))\.ts$/, replacement: '$1-now.ts' },
];

/** `forwardCode` of the fake needs one function of the modal's chunk, but none of its screens. */
const loadPostCode = [
  { find: /.*\/load-session\.ts$/, replacement: pathOf('src/sdk/testing/load-post-code.ts') },
];

/** The modules that each build replaces. */
const aliases: { readonly [mode: string]: typeof loadNow } = {
  script: loadNow,
  'testing-fake': loadPostCode,
};

/** Tests with several processes need a database that the processes can share. */
const onPostgresOnly = ['test/service/postgres/**/*.test.ts'];

/** Checks every answer in a test of the service against `/openapi.json`, and that every database is closed. */
const serviceSetup = ['test/service/setup.ts'];

/** The suite of the service again, on a PostgreSQL server that is started for it. */
const describeServicePostgres = (name: string) => ({
  ...suite('service'),
  test: {
    name,
    include: byExtent([...onBothDatabases, ...onPostgresOnly], ['test/service/**/*.test.ts']),
    globalSetup: ['test/support/postgres-setup.ts'],
    setupFiles: serviceSetup,
    ...patience,
    ...sharesImports,
    maxWorkers,
  },
});

export default defineConfig(({ mode }) => ({
  root: pathOf('.'),
  define:
    mode === 'script'
      ? { ...define, __TAX_CONNECT_SERVICE__: JSON.stringify(unwrittenAddresses) }
      : define,
  oxc,
  plugins: [
    cutTexts(),
    packLocales(version, {
      folder: localeFolders[mode] ?? './locales/',
      isWritten: mode === 'production',
    }),
    ...(mode === 'script' ? [writeAddresses] : []),
    compileAhead,
    ...(mode === 'react' ? [useClient] : []),
  ],
  resolve: { alias: aliases[mode] ?? [] },
  build: {
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    emptyOutDir: mode === 'production',
    ...(builds[mode] ?? builds.production),
  },
  test: {
    // A run without any test has proved nothing.
    passWithNoTests: false,
    sequence: { sequencer: SlowestFirst },
    // Only `npm run coverage` measures it, not `npm test` or `npm run check`.
    coverage: {
      provider: 'v8',
      include: ['src/{sdk,connect}/**/*.{ts,tsx}'],
      exclude: ['**/vite.config.ts', '**/*.d.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'test/.output/coverage',
    },
    projects: [
      suite('unit', quickly),
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
      suite('package', inBrowsers),
      suite('attack', inBrowsers),
      suite('engines', inEngines),
    ],
  },
}));
