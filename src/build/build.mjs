// Builds the published package and the demo.
//
//   node src/build/build.mjs sdk               dist/: the SDK alone
//   node src/build/build.mjs package           dist/: the SDK with its types, the Connect service and its pages, the command
//   node src/build/build.mjs all               the same, and demo/dist/ (hosts, gallery)
//   node src/build/build.mjs all --if-stale    only the parts whose sources changed since
//
// TAX_CONNECT_URL and TAX_CONNECT_DOCS_URL become constants of the SDK. --if-stale keeps those of the last build.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';
import { buildTypes } from './build-types.mjs';
import { writeCustomElements } from './custom-elements.mjs';
import { createFingerprint, isFresh, remember } from './fingerprint.mjs';
import { listPackages, writeSbom } from './sbom.mjs';

/** Must be set before Vite reads it. A test run sets another value, but must build the files that are published. */
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sdk = {
  name: 'sdk',
  inputs: [
    'src/sdk',
    'src/kit',
    'src/texts',
    'src/build',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ],
  lastOutput: 'dist/custom-elements.json',
  async run() {
    const { builds } = await importSource('vite.config.ts');
    await runBuilds(sdk, 'vite.config.ts', Object.keys(builds));
    buildTypes(root);
    writeIntegrity();
    writeCustomElements(root);
  },
};

const connect = {
  name: 'connect',
  inputs: [...sdk.inputs, 'src/connect', 'src/cli', 'demo/docs', 'CHANGELOG.md', 'SECURITY.md'],
  lastOutput: 'dist/connect/docs/site/site.json.br',
  async run() {
    const modes = ['page', 'dashboard', 'docs', 'service', 'cli'];
    await runBuilds(connect, 'src/connect/vite.config.ts', modes);
    cpSync(`${root}src/connect/deploy`, `${root}dist/connect/deploy`, { recursive: true });
    writeSbom(root, [sdk, connect]);
    const { writeSite } = await importSource('src/build/docs/build-site.ts');
    await writeSite(root, `${root}dist/connect/docs/site/site.json.br`);
  },
};

const demo = {
  name: 'demo',
  inputs: [...connect.inputs, 'demo'],
  lastOutput: 'demo/dist/hosts/gallery/index.html',
  async run() {
    for (const mode of ['hosts', 'spa', 'playground']) await runVite('demo/vite.config.ts', mode);
    await runVite('src/connect/vite.config.ts', 'gallery');
  },
};

const parts = { sdk: [sdk], package: [sdk, connect], all: [sdk, connect, demo] };

const [what = '', ...flags] = process.argv.slice(2);
if (!Object.hasOwn(parts, what) || flags.some((flag) => flag !== '--if-stale')) {
  process.stderr.write('usage: build.mjs sdk|package|all [--if-stale]\n');
  process.exit(2);
}
const onlyIfStale = flags.includes('--if-stale');
const { connectUrl, docsUrl } = await chooseAddresses();
// vite.config.ts reads these variables.
process.env.TAX_CONNECT_URL = connectUrl;
process.env.TAX_CONNECT_DOCS_URL = docsUrl;
for (const part of parts[what]) await buildPart(part);

/** @returns {Promise<{ connectUrl: string, docsUrl: string }>} the URLs that this build writes into the SDK */
async function chooseAddresses() {
  const script = `${root}dist/tax-connect.js`;
  const built = onlyIfStale && existsSync(script) ? readFileSync(script, 'utf8') : undefined;
  const { chooseServiceAddresses } = await importSource('src/build/service-addresses.ts');
  return chooseServiceAddresses(process.env, built);
}

async function importSource(file) {
  const options = { configFile: false, root, logLevel: 'warn' };
  const { module } = await runnerImport(`${root}${file}`, options);
  return module;
}

async function buildPart(part) {
  const fingerprint = createFingerprint(root, part.inputs, [connectUrl, docsUrl]);
  if (onlyIfStale && isFresh(root, part, fingerprint)) {
    process.stdout.write(`${part.name}: up to date\n`);
    return;
  }
  const start = performance.now();
  process.stdout.write(`${part.name}: building for ${connectUrl} …\n`);
  await part.run();
  remember(root, part.name, fingerprint);
  process.stdout.write(`${part.name}: built in ${Math.round(performance.now() - start)} ms\n`);
}

/** Builds each mode of a configuration, and remembers the packages whose code is in the built files. */
async function runBuilds({ name }, configFile, modes) {
  const bundled = [];
  for (const mode of modes) bundled.push(await runVite(configFile, mode));
  remember(root, `${name}-packages.json`, JSON.stringify(listPackages(bundled)));
}

/** @returns {Promise<any>} the build's output files, as Vite describes them */
function runVite(configFile, mode) {
  return build({ configFile: `${root}${configFile}`, mode, logLevel: 'warn' });
}

/** Writes the value for `integrity` of the script tag, whose hash covers the hashes of the language files, too. */
function writeIntegrity() {
  const name = 'tax-connect.js';
  const hash = createHash('sha384').update(readFileSync(`${root}dist/${name}`));
  const text = JSON.stringify({ [name]: `sha384-${hash.digest('base64')}` }, null, 2);
  writeFileSync(`${root}dist/integrity.json`, `${text}\n`);
}
