import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Lets examples in a folder import this package by its name, and others that this repository has. */
export function linkPackages(folder: string, names: readonly string[] = []): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/tax-connect'), 'dir');
  for (const name of names) {
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'dir');
  }
}
