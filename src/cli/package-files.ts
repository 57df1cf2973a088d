import { readFileSync } from 'node:fs';

/** The built form of this file is in `dist/cli/`. */
const packageFile = new URL('../../package.json', import.meta.url);

/** The list of bundled packages, which `src/build/sbom.mjs` writes. */
const billOfMaterials = new URL('../sbom.cdx.json', import.meta.url);

/** The service for use in this process; see `src/connect/service/embed.ts`. */
export const embedUrl = new URL('../connect/service/embed.js', import.meta.url).href;

/** The production service. Importing it starts it. */
export const serviceUrl = new URL('../connect/service/main.js', import.meta.url).href;

/** The checks of the environment; see `src/connect/service/doctor/examine.ts`. */
export const doctorUrl = new URL('../connect/service/doctor.js', import.meta.url).href;

/** The migration of PostgreSQL; see `src/connect/service/migrate.ts`. */
export const migrateUrl = new URL('../connect/service/migrate.js', import.meta.url).href;

/** @returns the version of this package */
export function readVersion(): string {
  const content: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
  return (content as { version: string }).version;
}

/** @returns the bill of materials, as JSON */
export function readBillOfMaterials(): string {
  return readFileSync(billOfMaterials, 'utf8');
}

/** Moves sealed values to another key; see `src/connect/service/reseal/reseal.ts`. */
export const resealUrl = new URL('../connect/service/reseal.js', import.meta.url).href;
