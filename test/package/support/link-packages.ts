import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isLongRun } from '../../support/extent.ts';
import { createEmptyProject } from '../../support/tarball.ts';

/** Lets examples in a folder import this package by its name, and others that this repository has. */
export function linkPackages(folder: string, names: readonly string[] = []): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/tax-connect'), 'dir');
  for (const name of names) {
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'dir');
  }
}

/**
 * Creates a folder for examples, to be removed. In the long run, the packed package is installed there, and every
 * package that one of the manifests names.
 *
 * @param manifests - of the examples
 * @param linked - packages of this repository, which are enough in the short run
 */
export function createExampleFolder(manifests: readonly string[], linked: readonly string[]) {
  if (isLongRun) return createEmptyProject(undefined, manifests.flatMap(listPackages));
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  linkPackages(folder, linked);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function listPackages(manifest: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name]) => name !== 'tax-connect')
    .map(([name, version]) => `${name}@${version}`);
}
