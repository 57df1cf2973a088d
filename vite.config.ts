import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { cutTexts } from './src/build/cut-texts.ts';
import { packLocales } from './src/build/pack-locales.ts';
import { packSelector } from './src/build/pack-selector.ts';
import {
  chooseServiceAddresses,
  completeScript,
  joinServiceAddresses,
  unwrittenAddresses,
} from './src/build/service-addresses.ts';

/** Makes the absolute path of a file in this repository. */
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const { version } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')) as { version: string };
const addresses = chooseServiceAddresses(process.env);

/** Constants that the build sets. They are never read from the document, a script tag or a global at run time. */
export const define = {
  __TAX_CONNECT_SERVICE__: JSON.stringify(joinServiceAddresses(addresses)),
  __TAX_CONNECT_VERSION__: JSON.stringify(version),
};

/** Pages and modals are drawn by Preact. */
export const oxc = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const;

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

/**
 * `open` calls most functions of this chunk. By this comment, Chromium compiles all of them on another thread while the
 * chunk loads. Bundlers may drop it. Minifying would remove it from the source.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
const writeCompileHint: Plugin = {
  name: 'write-compile-hint',
  generateBundle(_, bundle) {
    const chunk = bundle['chunks/session.js'];
    if (chunk?.type === 'chunk') chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
  },
};

/**
 * Writes the module that React's server components import. They load a module in the browser if it begins with this
 * line. Bundlers of pages warn about the line, so `react.js` does not have it.
 */
const writeServerEntry: Plugin = {
  name: 'write-server-entry',
  generateBundle(_, bundle) {
    const chunk = bundle['react.js'];
    if (chunk?.type !== 'chunk') return;
    const source = `'use client';\nexport { ${chunk.exports.join(', ')} } from './react.js';\n`;
    this.emitFile({ type: 'asset', fileName: 'react-in-server.js', source });
  },
};

/**
 * Leaves out methods of signals that no code here calls. Their assignment fails in a page that has frozen
 * `Object.prototype`, so the modal would not load there.
 *
 * @see https://github.com/preactjs/preact/issues/5109
 */
const cutSignalMethods: Plugin = {
  name: 'cut-signal-methods',
  transform(code, id) {
    if (!id.includes('/@preact/signals-core/')) return undefined;
    const methods = /\w+\.prototype\.(?:valueOf|toString|toJSON)=function\(\)\{[^}]*\};/g;
    return { code: code.replace(methods, ''), map: null };
  },
};

/** Lets `server-in-browser.js` export every name of `server.js`, so that a bundle with either can be built. */
const writeServerNames: Plugin = {
  name: 'write-server-names',
  generateBundle(_, bundle) {
    const [server, refusing] = ['server.js', 'server-in-browser.js'].map((name) => bundle[name]);
    if (server?.type !== 'chunk' || refusing?.type !== 'chunk') return;
    const names = server.exports.map((name) => `refuse as ${name}`);
    refusing.code = refusing.code.replace('export { refuse };', `export { ${names.join(', ')} };`);
  },
};

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
      // A third of the bytes would be comments. The types of the package have the public ones.
      output: {
        ...output,
        minify: false,
        comments: { legal: true, annotation: true, jsdoc: false },
      },
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

/** The place of the languages for each build, relative to the file that loads them. */
const localeFolders: { readonly [mode: string]: string } = {
  production: '../locales/',
  page: '../locales/',
  script: 'service',
};

/** The builds of `vite build --mode …`. `production` comes first, because it empties the folder. */
export const builds: { readonly [mode: string]: object } = {
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
  { find: /^(\..*\/load-(session|developer-warnings))\.ts$/, replacement: '$1-now.ts' },
  // Few pages have a selector, so it is a separate file.
  { find: /^(\..*\/load-selector)\.ts$/, replacement: '$1-at-service.ts' },
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

export default defineConfig(({ mode }) => ({
  root: pathOf('.'),
  define:
    mode === 'script'
      ? { ...define, __TAX_CONNECT_SERVICE__: JSON.stringify(unwrittenAddresses) }
      : define,
  oxc,
  plugins: [
    cutTexts(),
    cutSignalMethods,
    packLocales(version, {
      folder: localeFolders[mode] ?? './locales/',
      isWritten: mode === 'production',
    }),
    ...(mode === 'script' ? [packSelector(), writeAddresses] : []),
    writeCompileHint,
    writeServerEntry,
    writeServerNames,
  ],
  resolve: { alias: aliases[mode] ?? [] },
  build: {
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    emptyOutDir: mode === 'production',
    ...(builds[mode] ?? builds.production),
  },
}));
