import { readFileSync } from 'node:fs';

/* The paths are relative to the built form of this file, which is in `dist/cli/`. */

/** The built modules of the service. A command imports only the modules that it needs. */
export const serviceModules = {
  doctor: new URL('../connect/service/doctor.js', import.meta.url).href,
  embed: new URL('../connect/service/embed.js', import.meta.url).href,
  main: new URL('../connect/service/main.js', import.meta.url).href,
  migrate: new URL('../connect/service/migrate.js', import.meta.url).href,
  reseal: new URL('../connect/service/reseal.js', import.meta.url).href,
};

export function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return (content as { version: string }).version;
}

/** @returns the list of bundled packages, which `src/build/sbom.mjs` writes */
export function readBillOfMaterials(): string {
  return readFileSync(new URL('../sbom.cdx.json', import.meta.url), 'utf8');
}
