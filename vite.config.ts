import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { packLocales } from './src/build/pack-locales.ts';
import { prependToChunks } from './src/build/prepend-to-chunks.ts';
import {
  chooseServiceAddresses,
  completeScript,
  joinServiceAddresses,
  unwrittenAddresses,
} from './src/build/service-addresses.ts';
import { listTags } from './test/attack/threats.ts';
import { onBothDatabases } from './test/support/both-databases.ts';
import { byExtent, isLongRun } from './test/support/extent.ts';
import { SlowestFirst } from './test/support/slowest-first.ts';

/** Absolute path of something in this repository. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const { version } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')) as { version: string };
const addresses = chooseServiceAddresses(process.env);

/** What the build decides; never read from the document, a script tag or a global at run time. */
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
  // The service that it starts is beside the built file.
  { find: /^tax-connect\/testing$/, replacement: pathOf('dist/testing.js') },
];

/**
 * One suite of tests: a folder under `test/`.
 *
 * @param name - the folder's name
 * @param more - what this suite needs beyond the common settings
 */
function suite(name: string, more: UserWorkspaceConfig['test'] = {}): UserWorkspaceConfig {
  return {
    // A copy each: Vitest takes the entries out of what it is given.
    define: { ...define },
    oxc,
    resolve: { alias: packageFromSource },
    test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...more },
  };
}

/**
 * How long is waited at most: a machine may be busy with something else, and waiting costs nothing where
 * all goes well. What has to be fast says so in its test.
 */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

/**
 * Files of a worker share what they import, and a browser. So a module registers no hook: it would work for one
 * file. A file with `vi.mock` loads what uses the mock after `vi.resetModules()`.
 */
const sharesImports = { isolate: false };

/** Four files at a time, also on two cores, because each waits for something most of the time. */
const maxWorkers = 4;

/** Threads start faster than processes, and most files here are quicker than either. */
const quickly = { ...patience, maxWorkers, pool: 'threads' as const };

/** Suites that drive real browsers, after the others: four files at a time, because each mostly waits. */
const inBrowsers = {
  ...patience,
  ...sharesImports,
  // A driver may lose its window on a busy machine. `test/run.mjs` names what needed the second try.
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

/** A service that hands the script tag out finds the addresses in it, and writes its own there. */
const writeAddresses: Plugin = {
  name: 'write-addresses',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = completeScript(chunk.code, addresses);
    }
  },
};

/**
 * For every byte of what browsers load: constants are written where they are used, and hints for
 * tools that nothing reads after us are left out. Library mode would leave whitespace in, too.
 */
const optimization = { inlineConst: { mode: 'all' as const } };
const output = { minify: true, comments: false };

/** Packing the languages is most of a build, so the bundler's warning about it is turned off. */
const checks = { pluginTimings: false };

/**
 * ESM entries, one build for each audience: entries that share a build share chunks, and then
 * `open()` would fetch two or three files one after the other instead of one. Library mode keeps
 * Vite's preload helper away from dynamic imports, so that the entry stays tiny and asks for its
 * chunk by a bare `import('./chunks/…')`.
 *
 * @param names - of the files in `src/sdk/`, without their ending
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
 * The selector is a separate chunk, which a Connect page can load where it is drawn. Its bundler keeps them
 * apart if a module that exports `mountProviderSelector` again is imported on demand.
 */
function withSelectorChunk(build: ReturnType<typeof esm>) {
  const groups = [
    // What both need, or the bridge would load the selector for it.
    { name: 'protocol', test: /\/src\/sdk\/protocol\//, priority: 1 },
    { name: 'selector', test: /\/src\/sdk\/ui\/|\/node_modules\// },
  ];
  const { output, ...others } = build.rolldownOptions;
  const rolldownOptions = { ...others, output: { ...output, codeSplitting: { groups } } };
  return { ...build, rolldownOptions };
}

/**
 * Entries that run in Node and in tests. They are shipped as they are written, because no person waits for
 * their bytes, and a developer reads them in a stack.
 *
 * @param names - of the files in `src/sdk/`, without their ending
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
      // No comment with the path of each file: it would depend on where the packages are.
      experimental: { attachDebugInfo: 'none' as const },
    },
  };
}

/** The script tag: one classic script, everything inside. */
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
 * A binding is one file that imports its framework and the SDK by their names: an application has one
 * copy of each.
 *
 * @param name - of the file in `src/sdk/`, without its ending
 * @param packages - that the application brings along
 */
function binding(name: string, ...packages: string[]) {
  const build = esm(name);
  return {
    ...build,
    rolldownOptions: { ...build.rolldownOptions, external: ['tax-connect', ...packages] },
  };
}

/** React's server components load what begins like this in the browser. */
const useClient = prependToChunks("'use client';");

/** Where each build looks for the languages, as seen from the file that loads them. */
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

/** What `vite build --mode …` makes; `production` comes first, because it empties the folder. */
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
 * In one file there is nothing to load on demand, and a dynamic import kept in it would wrap every
 * module in a function, which costs 1 kB and hides dead code.
 */
const loadNow = [
  // Such as ./load-session.ts by ./load-session-now.ts.
  { find: /^(\.\/load-(session|developer-warnings))\.ts$/, replacement: '$1-now.ts' },
];

/** `forwardCode` of the fake needs one function of the modal's chunk, and none of its screens. */
const loadPostCode = [
  { find: /.*\/load-session\.ts$/, replacement: pathOf('src/sdk/testing/load-post-code.ts') },
];

/** What each build replaces. */
const aliases: { readonly [mode: string]: typeof loadNow } = {
  script: loadNow,
  'testing-fake': loadPostCode,
};

/** What several processes share needs a database that they can share. */
const onPostgresOnly = ['test/service/postgres/**/*.test.ts'];

/** Every answer that a test of the service gets is also what `/openapi.json` says, and every database is closed. */
const serviceSetup = ['test/service/setup.ts'];

/** The suite of the service again, on a PostgreSQL server started for it. */
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
    packLocales({
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
    // Without a hit in any file a run has proved nothing.
    passWithNoTests: false,
    tags: listTags(),
    sequence: { sequencer: SlowestFirst },
    // `npm run coverage`; `npm test` and `npm run check` measure none.
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
      // Through PgBouncer, which gives each transaction any of its connections.
      ...(isLongRun ? [describeServicePostgres('service-pgbouncer')] : []),
      suite('browser', inBrowsers),
      suite('package', inBrowsers),
      suite('attack', inBrowsers),
      suite('engines', inEngines),
    ],
  },
}));
