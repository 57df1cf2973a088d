import { readFileSync } from 'node:fs';

/** The path is relative to the built form of this file, which is in `dist/cli/`. */
const packageFile = new URL('../../package.json', import.meta.url);

/** The software bill of materials: the list of bundled packages, which `src/build/sbom.mjs` writes. */
const billOfMaterials = new URL('../sbom.cdx.json', import.meta.url);

/** The module that starts the sandbox in this process; see `src/connect/service/embed.ts`. */
export const embedUrl = new URL('../connect/service/embed.js', import.meta.url).href;

/** The module that starts the production service as soon as it is imported. */
export const serviceUrl = new URL('../connect/service/main.js', import.meta.url).href;

/** The module that checks the environment variables; see `src/connect/service/doctor/examine.ts`. */
export const doctorUrl = new URL('../connect/service/doctor.js', import.meta.url).href;

/** The module that migrates a PostgreSQL database; see `src/connect/service/migrate.ts`. */
export const migrateUrl = new URL('../connect/service/migrate.js', import.meta.url).href;

export function readVersion(): string {
  const content: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
  return (content as { version: string }).version;
}

export function readBillOfMaterials(): string {
  return readFileSync(billOfMaterials, 'utf8');
}

/** The module that encrypts stored values again, with another key; see `src/connect/service/reseal/reseal.ts`. */
export const resealUrl = new URL('../connect/service/reseal.js', import.meta.url).href;
