import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { writeServiceAddresses } from '../../../build/service-addresses.ts';
import { docsSite } from '../../shapes/docs-site.ts';

export interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** True when the file's name contains a hash of its content. */
  readonly isHashed: boolean;
}

/** The files that a page's HTML loads. Their paths are relative to the folder where they are served. */
export interface PageEntry {
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules that the script imports. Preloading them saves a round trip. */
  readonly imports: readonly string[];
  /** Modules of the Connect page's own provider selector. They are preloaded when no host page shows a selector. */
  readonly selector?: readonly string[];
}

interface BuiltPage {
  /** Undefined when the page has not been built. */
  readonly entry: PageEntry | undefined;
  /** The page's files, by name relative to its folder, such as `/connect/assets/`. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Built files that the service serves. All of them are in memory, so the path of a request never opens a file. */
export interface Assets {
  readonly page: BuiltPage;
  readonly dashboard?: BuiltPage;
  readonly docs?: BuiltPage & { readonly site: v.InferOutput<typeof docsSite> | undefined };
  readonly sdk: {
    readonly version: string;
    /** Keyed by name: `tax-connect.js`, `tax-connect-selector.js` and `locales/<tag>.json`, if they are built. */
    readonly files: ReadonlyMap<string, Asset>;
  };
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
};

const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    isEntry: v.optional(v.boolean(), false),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
  }),
);

type Manifest = v.InferOutput<typeof manifestSchema>;

/**
 * Loads the files that the build wrote to `dist/`, as far as they exist.
 *
 * @throws Error when a page's manifest is invalid
 */
export function loadAssets(root: string = findRoot()): Assets {
  const pages = join(root, 'dist/connect');
  const packageFile: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    page: loadPage(join(pages, 'page')),
    dashboard: loadPage(join(pages, 'dashboard')),
    docs: { ...loadPage(join(pages, 'docs')), site: loadSite(join(pages, 'docs')) },
    sdk: {
      version: v.parse(v.object({ version: v.string() }), packageFile).version,
      files: new Map([
        ...loadFolder(join(root, 'dist'), ['tax-connect.js', 'tax-connect-selector.js']),
        ...prefixNames('locales/', loadFolder(join(root, 'dist/locales'))),
      ]),
    },
  };
}

/** Finds the folder of the package, above the service's source and above dist/connect/service. */
function findRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error('No folder above the service has the package.json of tax-connect.');
}

function loadPage(folder: string): BuiltPage {
  return { entry: loadEntry(folder), files: loadFolder(folder) };
}

function loadEntry(folder: string): PageEntry | undefined {
  const file = join(folder, '.vite/manifest.json');
  if (!existsSync(file)) return undefined;
  return findEntry(v.parse(manifestSchema, JSON.parse(readFileSync(file, 'utf8'))));
}

function loadSite(folder: string): v.InferOutput<typeof docsSite> | undefined {
  const file = join(folder, 'site/site.json.br');
  if (!existsSync(file)) return undefined;
  return v.parse(docsSite, JSON.parse(brotliDecompressSync(readFileSync(file)).toString()));
}

function findEntry(manifest: Manifest): PageEntry | undefined {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) return undefined;
  const chunks = findImported(manifest, entry);
  const selector = findImported(manifest, manifest['provider-selector.ts']);
  const [, ...imports] = chunks.map((chunk) => chunk.file);
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css))];
  return {
    script: entry.file,
    styles,
    imports,
    selector: selector.filter((chunk) => !chunks.includes(chunk)).map((chunk) => chunk.file),
  };
}

function findImported(manifest: Manifest, first: Manifest[string] | undefined) {
  const chunks = new Set(first && [first]);
  // The loop also visits values that are added to the Set during the loop.
  for (const chunk of chunks) {
    for (const name of chunk.imports) {
      const imported = manifest[name];
      if (imported) chunks.add(imported);
    }
  }
  return [...chunks];
}

function prefixNames(prefix: string, files: ReadonlyMap<string, Asset>) {
  return [...files].map(([name, asset]) => [prefix + name, asset] as const);
}

function loadFolder(folder: string, only?: readonly string[]): ReadonlyMap<string, Asset> {
  const files = new Map<string, Asset>();
  if (!existsSync(folder)) return files;
  for (const name of only ?? readdirSync(folder)) {
    const type = types[extname(name)];
    const path = join(folder, name);
    if (!type || !existsSync(path)) continue;
    const isHashed = /-[\w-]{8,}\.\w+$/.test(name);
    files.set(name, { body: new Uint8Array(readFileSync(path)), type, isHashed });
  }
  return files;
}

interface SdkFile extends Asset {
  readonly isImmutable: boolean;
}

/** The SDK that this service serves, changed so that it opens this service and no other. */
export interface Sdk {
  readonly version: string;
  /** Undefined when the script is not built. The path contains a hash of its content. */
  readonly script: { readonly path: string; readonly integrity: string } | undefined;
  /** Finds a file. The folder is `<version>-<hash>`, which makes the file immutable, or `<version>`. */
  find(folder: string, name: string): SdkFile | undefined;
}

/**
 * Writes the service's addresses into the script tag, and computes the hash of the result.
 *
 * @throws Error when the script has no placeholder for the addresses and would open another service
 */
export function prepareSdk({ version, files }: Assets['sdk'], publicUrl: string): Sdk {
  const built = files.get('tax-connect.js');
  if (!built) return { version, script: undefined, find: () => undefined };
  const text = writeServiceAddresses(new TextDecoder().decode(built.body), {
    connectUrl: `${publicUrl}/connect`,
    docsUrl: `${publicUrl}/docs/errors`,
  });
  const body = new TextEncoder().encode(text);
  const digest = createHash('sha384').update(body).digest();
  const integrity = `sha384-${digest.toString('base64')}`;
  const hashedFolder = `${version}-${digest.toString('hex').slice(0, 16)}`;
  const served = new Map(files).set('tax-connect.js', { ...built, body });
  const hashes = {
    'tax-connect.js': integrity,
    [`../${hashedFolder}/tax-connect.js`]: integrity,
  };
  const integrityFile = createJson(hashes);
  return {
    version,
    script: { path: `/sdk/${hashedFolder}/tax-connect.js`, integrity },
    find(folder, name) {
      const isImmutable = folder === hashedFolder;
      if (!isImmutable && folder !== version) return undefined;
      const file = name === 'integrity.json' && !isImmutable ? integrityFile : served.get(name);
      return file && { ...file, isImmutable };
    },
  };
}

function createJson(value: object): Asset {
  const body = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  return { body, type: 'application/json', isHashed: false };
}
