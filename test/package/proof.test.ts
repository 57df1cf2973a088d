import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { minify } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { byExtent, triesThreats } from '../support/extent.ts';
import { useRunning } from '../support/use-running.ts';
import { createApiReports } from './support/api-report.ts';
import {
  type Check,
  checkConsumer,
  checkCustomElements,
  checkDescription,
  checkDocumentLinks,
  checkInstallScripts,
  checkIntegrity,
  checkServerInBrowser,
  checkSideEffects,
  checkSizes,
  checkTarballSize,
  checkTypeResolution,
  checkUseClient,
  runPublint,
} from './support/checks.ts';
import { type PackedPackage, packPackage } from './support/packed-package.ts';

/** Entries with types. */
const modules = [
  'index',
  'page',
  'server',
  'providers',
  'react',
  'vue',
  'svelte',
  'element',
] as const;
/** Declares a global variable, whose name would be taken for the others, too. */
const scripts = ['script'] as const;

const packed = useRunning(packPackage);

/** A copy of the package that a test damages. */
let spoilt: PackedPackage | undefined;
afterEach(() => {
  spoilt?.remove();
  spoilt = undefined;
});

function spoil(edit: Fault): PackedPackage {
  spoilt = packPackage();
  edit(spoilt);
  return spoilt;
}

type Fault = (copy: PackedPackage) => void;

const append =
  (file: string, text: string): Fault =>
  (copy) =>
    copy.write(file, `${copy.read(file)}${text}`);
const replace =
  (file: string, text: string, other: string): Fault =>
  (copy) =>
    copy.write(file, copy.read(file).replace(text, other));
/** Sets a field of package.json, or fields in it. */
const set =
  (field: string, value: unknown): Fault =>
  (copy) =>
    copy.change((manifest) => {
      manifest[field] = value instanceof Object ? { ...Object(manifest[field]), ...value } : value;
    });
const createNoise = (bytes: number) => randomBytes(bytes).toString('base64');

/** A check, and a fault that it must find. */
const checks: readonly [name: string, check: Check, fault: Fault][] = [
  ['publint --strict', runPublint, set('main', './dist/missing.js')],
  [
    'attw without CommonJS',
    checkTypeResolution,
    set('exports', { './vue': { default: './dist/vue.js' } }),
  ],
  [
    'the links of its documents',
    checkDocumentLinks,
    append('README.md', '\n[a test](test/a.test.ts)\n'),
  ],
  ['the description for the registry', checkDescription, set('repository', undefined)],
  [
    'no script at install, and no dependency',
    checkInstallScripts,
    set('scripts', { postinstall: 'node setup.js' }),
  ],
  ['the size of each entry', checkSizes, append('dist/react.js', `\n// ${createNoise(1000)}`)],
  [
    'the size of the tarball',
    checkTarballSize,
    (copy) => copy.write('dist/noise.js', createNoise(250_000)),
  ],
  [
    'the exports of the file that replaces the server entry in browsers',
    checkServerInBrowser,
    replace('dist/server-in-browser.js', 'refuse as exchangeCode, ', ''),
  ],
  ['the hash of the script tag', checkIntegrity, append('dist/tax-connect.js', '\n')],
  [
    "'use client' in the React entry for server components alone",
    checkUseClient,
    (copy) => copy.write('dist/react.js', `'use client';\n${copy.read('dist/react.js')}`),
  ],
  ['sideEffects, as a bundler understands them', checkSideEffects, set('sideEffects', false)],
  [
    'custom-elements.json, which has the attributes and events of the types',
    checkCustomElements,
    replace('dist/custom-elements.json', '"client-id"', '"client"'),
  ],
];

const compilers: (readonly ['current' | '5.4', 'bundler' | 'nodenext' | 'node10'])[] = [
  ...(['current', '5.4'] as const).flatMap((version) =>
    (['bundler', 'nodenext'] as const).map((resolution) => [version, resolution] as const),
  ),
  // Deprecated in TypeScript 6, which calls it `node10`.
  ['5.4', 'node10'],
];

describe.each(checks)('%s', (_, check, fault) => {
  it('holds for the package', { tags: ['control-45'], timeout: 60_000 }, async () => {
    expect(await check(packed)).toEqual([]);
  });

  it.runIf(triesThreats || check === runPublint)(
    'fails on a planted fault',
    { tags: ['undefended-45'], timeout: 60_000 },
    async () => {
      expect(await check(spoil(fault))).not.toEqual([]);
    },
  );
});

// Of the threats: the oldest compiler, by the oldest way. `attw` covers how the others resolve the package.
describe.runIf(triesThreats).each(byExtent(compilers.slice(4), compilers))(
  'TypeScript %s with moduleResolution %s',
  (version, resolution) => {
    const check = checkConsumer(version, resolution);

    it('compiles a consumer, and every declaration', async () => {
      expect(await check(packed)).toEqual([]);
    });

    it('fails on a planted fault', { tags: ['undefended-45'] }, async () => {
      const file = 'dist/types/bindings/core/connection.d.ts';
      const copy = spoil(replace(file, 'isOpen: boolean', 'isOpen: string'));
      expect((await check(copy)).join('\n')).toContain('consumer.ts');
    });
  },
);

describe('an error of the package', () => {
  const load = (file: string) => import(/* @vite-ignore */ join(packed.folder, 'dist', file));

  it.each([
    ['server.js', 'ExchangeError', ['invalid_options', 'why']],
    ['server.js', 'AccountError', ['invalid_options', 'why']],
    ['server.js', 'CallbackError', ['invalid_request']],
    ['server.js', 'WebhookError', ['invalid_request']],
    ['index.js', 'ConnectError', ['invalid_options', 'why']],
  ] as const)("of %s is printed as %s, also after an application's minifier", async (...row) => {
    const [file, name, values] = row;
    const minified = await minify(file, packed.read(`dist/${file}`), { module: true });
    packed.write(`dist/minified-${file}`, minified.code);

    const modules = [await load(file), await load(`minified-${file}`)];
    const printed = modules.map((module) => inspect(new module[name](...values)));

    expect(minified.code).not.toContain(`class ${name}`);
    for (const text of printed) expect(text).toMatch(new RegExp(`^${name}: `));
  });

  it.each([
    ['server.js', 'exchangeCode', {}],
    ['providers.js', 'defineProviders', [{}]],
  ] as const)('of %s names %s in its stack', async (file, name, wrong) => {
    const module = await load(file);
    const call = Promise.resolve(wrong).then((value) => module[name](value));

    const error = await call.catch((thrown: Error) => thrown);

    expect(error.stack).toMatch(
      new RegExp(`at (?:async |Module\\.)*${name} .*dist/${file}:\\d{2,}:`),
    );
  });
});

describe('what is published', () => {
  it('is built by npm pack, which installs what a build needs', () => {
    expect(JSON.parse(packed.read('package.json')).scripts).toMatchObject({
      prepack: 'npm run build',
      build: expect.stringContaining('src/build/run.mjs'),
    });
  });

  it('has every page and example of the repository, and no other file of their folders', {
    tags: ['threat-45'],
  }, () => {
    const tracked = execFileSync('git', ['ls-files', 'demo/docs/*.md', 'demo/examples'], {
      encoding: 'utf8',
    });
    const pictures = ['demo/docs/comparison.svg', 'demo/docs/modal-light.webp'];
    const wanted = [...tracked.trim().split('\n'), ...pictures];
    expect(packed.files.filter((file) => file.startsWith('demo/'))).toEqual(
      wanted.filter((file) => file !== 'demo/docs/README.md').sort(),
    );
  });

  // After an intended change: npm run update:reports, and read the difference.
  it('is this list of other files', { tags: ['threat-45'] }, async () => {
    // Names in the service's folder depend on the content of the file.
    const names = packed.files
      .filter((file) => !file.startsWith('demo/'))
      .map((file) =>
        file.startsWith('dist/connect/') ? file.replace(/-[\w-]{8}(?=\.\w+$)/, '-<hash>') : file,
      );
    // Sorted again, because the order must not depend on the hashes.
    await expect(`${names.sort().join('\n')}\n`).toMatchFileSnapshot('api/files.txt');
  });

  it.each([[modules], [scripts]])('has this API: %s', { tags: ['threat-45'] }, async (entries) => {
    const reports = createApiReports(packed, entries);
    for (const entry of entries) {
      await expect(reports.get(entry)).toMatchFileSnapshot(`api/${entry}.api.md`);
    }
  });
});
