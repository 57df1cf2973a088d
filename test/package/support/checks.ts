import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import current from 'typescript';
import { build, createLogger } from 'vite';
import { describeTarball, type PackedPackage } from './packed-package.ts';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Each check returns the problems as sentences. An empty list means success. */
export type Check = (packed: PackedPackage) => Promise<readonly string[]>;

/** Entries other than modules: a classic script, and JSON. */
const notModules = ['./script', './custom-elements.json', './package.json'];

export const runPublint: Check = async ({ folder, read }) => {
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
  const manifest = JSON.parse(read('package.json'));
  return messages.map((message) => formatMessage(message, manifest) ?? message.code);
};

/**
 * Checks types as the profile `esm-only` does, because CommonJS is not supported, but with resolution by `main`.
 */
export const checkTypeResolution: Check = async ({ files, folder, read }) => {
  const manifest = JSON.parse(read('package.json'));
  const contents = Object.fromEntries(
    files.map((file) => [
      `/node_modules/tax-connect/${file}`,
      new Uint8Array(readFileSync(join(folder, file))),
    ]),
  );
  const result = await checkPackage(new Package(contents, 'tax-connect', manifest.version), {
    excludeEntrypoints: notModules.map((name) => name.replace(/^\./, 'tax-connect')),
  });
  if (!result.types) return ['The package has no types.'];
  return result.problems
    .filter((problem) => {
      const kind = 'resolutionKind' in problem ? problem.resolutionKind : undefined;
      const entry = 'entrypoint' in problem ? problem.entrypoint : '';
      return kind !== 'node16-cjs' && !notModules.includes(entry);
    })
    .map((problem) => JSON.stringify(problem));
};

/** Relative links of the packed documents. They must work in `node_modules` and on the registry's page. */
export const checkDocumentLinks: Check = async ({ files, read }) => {
  const documents = files.filter((file) => file.endsWith('.md'));
  return documents.flatMap((document) => {
    const links = read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g);
    return [...links]
      .map(([, link = '']) => join(dirname(document), link))
      .filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)))
      .map((path) => `${document} links to ${path}, which is not in the package.`);
  });
};

/** The registry shows these fields. Provenance needs the repository. */
export const checkDescription: Check = async ({ read }) => {
  const manifest = JSON.parse(read('package.json'));
  return ['description', 'keywords', 'homepage', 'bugs', 'repository', 'license']
    .filter((field) => !manifest[field])
    .map((field) => `package.json has no ${field}.`);
};

/** No script may run when the package is installed. */
export const checkInstallScripts: Check = async ({ read }) => {
  const { scripts = {}, dependencies = {} } = JSON.parse(read('package.json'));
  const names = ['preinstall', 'install', 'postinstall', 'prepare'];
  return [
    ...names.filter((name) => name in scripts).map((name) => `The script ${name} runs at install.`),
    ...Object.keys(dependencies).map((name) => `${name} is a dependency at run time.`),
  ];
};

/**
 * Bytes of each entry's file after gzip, without the chunks that it loads. A new entry needs a limit. Entries
 * for Node and for tests are not minified, but have no comments.
 */
const sizeLimits: Readonly<Record<string, number>> = {
  'element.js': 2500,
  'index.js': 3580,
  'page.js': 17_100,
  'providers.js': 23_000,
  'react-in-server.js': 150,
  'react.js': 1800,
  'server-in-browser.js': 500,
  'server.js': 31_000,
  'svelte.js': 1800,
  'tax-connect-selector.js': 3500,
  'tax-connect.js': 36_000,
  'testing-fake.js': 9400,
  'testing.js': 12_500,
  'vue.js': 1800,
};

export const checkSizes: Check = async ({ files, read }) =>
  files.flatMap((file) => {
    const [, name] = /^dist\/([\w-]+\.js)$/.exec(file) ?? [];
    if (name === undefined) return [];
    const size = gzipSync(read(file), { level: 9 }).length;
    const limit = sizeLimits[name] ?? 0;
    return size > limit ? [`${file} has ${size} bytes after gzip, and may have ${limit}.`] : [];
  });

/** Bytes of the tarball. */
const tarballLimit = 1_200_000;

export const checkTarballSize: Check = async ({ folder }) => {
  const { size } = describeTarball(folder);
  return size > tarballLimit
    ? [`The tarball has ${size} bytes, and may have ${tarballLimit}.`]
    : [];
};

/** A browser bundle that contains the server entry by mistake is built, and then throws. */
export const checkServerInBrowser: Check = async ({ read }) => {
  const [names, refused] = ['server', 'server-in-browser'].map((entry) => {
    const [, list = ''] = /^export \{(.+)\};/m.exec(read(`dist/${entry}.js`)) ?? [];
    return list.split(',').map((name) => name.replace(/^.* as /, '').trim());
  });
  return names?.join() === refused?.join() ? [] : ['server-in-browser.js has other exports.'];
};

/** The script tag is the file whose hash applications write into their pages. */
export const checkIntegrity: Check = async ({ read }) => {
  const hashes: Record<string, string> = JSON.parse(read('dist/integrity.json'));
  const found = createHash('sha384').update(read('dist/tax-connect.js')).digest('base64');
  return hashes['tax-connect.js'] === `sha384-${found}`
    ? []
    : ['dist/tax-connect.js does not have the hash of dist/integrity.json.'];
};

/** React's server components need this directive. The bundler of a page warns about it. */
export const checkUseClient: Check = async ({ folder, read }) => {
  const { 'react-server': file } = JSON.parse(read('package.json')).exports['./react'];
  const { warnings } = await bundle(folder, "export * from 'tax-connect/react';");
  return [
    ...(read(file).startsWith("'use client';\n") ? [] : [`${file} is not a client module.`]),
    ...warnings,
  ];
};

/** An element in the manifest. */
interface Declaration {
  readonly tagName: string;
  readonly attributes: readonly { readonly name: string }[];
  readonly events: readonly { readonly name: string }[];
}

/** The manifest has exactly the attributes and events of the types. */
export const checkCustomElements: Check = async ({ read }) => {
  const { modules } = JSON.parse(read('dist/custom-elements.json'));
  const declarations: readonly Declaration[] = modules[0].declarations;
  const parts = ['attributes', 'tax-connect-button', 'tax-connect-selector'].map((file) =>
    read(`dist/types/bindings/element/${file}.d.ts`).split('declare global'),
  );
  const options = parts[0]?.[0] ?? '';
  const globals = parts.map(([, declared]) => declared).join();
  /** The attributes or events of both elements. */
  const list = (key: 'attributes' | 'events') => [
    ...new Set(declarations.flatMap((element) => element[key].map(({ name }) => name))),
  ];
  const tagNames = declarations.map(({ tagName }) => tagName);
  const find = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name);
  const compare = (what: string, written: readonly string[], typed: readonly string[]) =>
    [...written].sort().join() === [...typed].sort().join()
      ? []
      : [`The ${what} are ${written.join()}, and ${typed.join()} in the types.`];
  return [
    ...compare('attributes', list('attributes'), find(options, /^ {4}'?([\w-]+)'?\??:/gm)),
    ...compare('events', [...tagNames, ...list('events')], find(globals, /^ {8}'([\w-]+)':/gm)),
  ];
};

/** Bundles a module of an application, as Vite does without plug-ins. */
async function bundle(folder: string, text: string) {
  const base = dirname(dirname(folder));
  const warnings: string[] = [];
  const result = await build({
    configFile: false,
    root: base,
    customLogger: { ...createLogger('silent'), warn: (message) => void warnings.push(message) },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(base, 'entry.js') : null),
        load: (id) => (id.endsWith('/entry.js') ? text : null),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'entry', external: ['react', 'vue', 'svelte/reactivity'] },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const chunks = outputs.flatMap(({ output }) => output).filter(({ type }) => type === 'chunk');
  const code = chunks
    .map((chunk) => ('code' in chunk ? chunk.code : ''))
    .join('')
    .trim();
  return { code, warnings };
}

/** The promise of `sideEffects`: an unused import disappears, unless importing is the use. */
export const checkSideEffects: Check = async ({ folder }) => {
  const unused = ['', '/page', '/react', '/vue', '/svelte', '/element'];
  const { code: kept } = await bundle(
    folder,
    unused.map((name, index) => `import * as x${index} from 'tax-connect${name}';`).join('\n'),
  );
  const { code: script } = await bundle(folder, "import 'tax-connect/script';");
  return [
    ...(/open|createElement/.test(kept) ? ['An unused import stays in the bundle.'] : []),
    ...(script.includes('TaxConnect') ? [] : ['The script tag is dropped.']),
  ];
};

/** Compiles the consumer in `test/types/` with one compiler and one module resolution. */
export function checkConsumer(
  version: 'current' | '5.4',
  moduleResolution: 'bundler' | 'nodenext' | 'node10',
): Check {
  return async ({ folder, files }) => {
    const ts: typeof current = version === 'current' ? current : require('typescript-5.4');
    const base = dirname(dirname(folder));
    const consumer = join(base, 'consumer.ts');
    const text = readFileSync(join(root, 'test/types/consumer.ts'), 'utf8');
    const isNode = moduleResolution === 'nodenext';
    const kinds = ts.ModuleResolutionKind;
    const resolution = { bundler: kinds.Bundler, nodenext: kinds.NodeNext, node10: kinds.Node10 };
    const options = {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2022,
      module: isNode ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
      moduleResolution: resolution[moduleResolution],
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (name) => name === consumer || fileExists(name);
    host.getSourceFile = (name, settings, ...more) =>
      name === consumer
        ? ts.createSourceFile(name, text, settings)
        : getSourceFile(name, settings, ...more);
    const program = ts.createProgram([consumer], options, host);
    const own = [
      consumer,
      ...files.filter((file) => file.endsWith('.d.ts')).map((file) => join(folder, file)),
    ].filter((file) => file === consumer || existsSync(file));
    return own.flatMap((file) => {
      const source = program.getSourceFile(file);
      if (!source) return [];
      return [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ].map(({ messageText, start = 0 }) => {
        const line = source.getLineAndCharacterOfPosition(start).line + 1;
        return `${file.slice(base.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
    });
  };
}
