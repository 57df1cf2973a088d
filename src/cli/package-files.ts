import { readFileSync } from 'node:fs';

/** @param path - relative to the built form of this file, which is in `dist/cli/` */
const locate = (path: string) => new URL(path, import.meta.url);

/** @returns the address of a built module of the service; a command imports only the modules that it needs */
export function locateService(name: 'doctor' | 'embed' | 'main' | 'migrate' | 'reseal'): string {
  return locate(`../connect/service/${name}.js`).href;
}

export function readVersion(): string {
  const content: unknown = JSON.parse(readFileSync(locate('../../package.json'), 'utf8'));
  return (content as { version: string }).version;
}

/** @returns the list of bundled packages, which `src/build/sbom.mjs` writes */
export function readBillOfMaterials(): string {
  return readFileSync(locate('../sbom.cdx.json'), 'utf8');
}
