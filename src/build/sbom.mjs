// What is bundled into the package, as a software bill of materials.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Under node_modules, like the fingerprints: parts are not always built together. */
const memory = 'node_modules/.cache/tax-connect';

/**
 * @param {any[]} results - of Vite's builds; a list for a library
 * @returns {string[]} names of the packages whose code is in them
 */
export function listPackages(results) {
  const names = results
    .flat()
    .flatMap(({ output }) => output)
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .map((id) => [...id.matchAll(/node_modules\/((?:@[^/]+\/)?[^/?]+)/g)].at(-1)?.[1] ?? '');
  return [...new Set(names)].filter((name) => name !== '').sort();
}

/** Notes what a part of the build bundles. */
export function rememberPackages(root, part, names) {
  mkdirSync(join(root, memory), { recursive: true });
  writeFileSync(join(root, memory, `${part.name}-packages.json`), JSON.stringify(names));
}

/**
 * Writes dist/sbom.cdx.json. Without a date and a serial number, the same sources make the same file.
 *
 * @param {string} root - the repository
 * @param {{ name: string }[]} parts - whose packages are in the package
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function writeSbom(root, parts) {
  const names = parts.flatMap(({ name }) => {
    const file = join(root, memory, `${name}-packages.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  });
  const own = describe(root, '.', 'application');
  const components = [...new Set(names)]
    .sort()
    .map((name) => describe(root, `node_modules/${name}`, 'library'));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components,
    dependencies: [
      { ref: own['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) },
    ],
  };
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
}

function describe(root, folder, type) {
  const file = join(root, folder, 'package.json');
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8'));
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    licenses: [{ license: { id: license } }],
    purl,
  };
}
