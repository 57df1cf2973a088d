// Writes a software bill of materials: a list of the packages whose code the built files contain.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memory } from './fingerprint.mjs';

/** @returns {string[]} the names of the packages whose code is in the files that Vite has built */
export function listPackages(results) {
  const names = results
    .flat()
    .flatMap(({ output }) => output)
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .map((id) => [...id.matchAll(/node_modules\/((?:@[^/]+\/)?[^/?]+)/g)].at(-1)?.[1] ?? '');
  return [...new Set(names)].filter((name) => name !== '').sort();
}

/** Writes dist/sbom.cdx.json, without a date and a serial number, so that the same sources produce the same file. */
export function writeSbom(root, parts) {
  // A build may include only some of the parts, so each part has stored its packages.
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
