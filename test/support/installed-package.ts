import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with only the packed package installed. It is copied, which is faster than installing. */
    readonly installedPackage: string;
  }
}

/** Vitest's global set-up: packs `dist/`, and installs it in a folder. @returns the tear-down */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-package-'));
  const packed = join(folder, '.packed');
  mkdirSync(packed);
  const pack = ['pack', '--ignore-scripts', '--pack-destination', packed];
  execFileSync('npm', pack, { stdio: 'ignore' });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  installInto(folder, []);
  project.provide('installedPackage', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** @returns the path of the tarball that a folder's package was installed from */
export function findTarball(folder: string): string {
  const packed = join(folder, '.packed');
  const [tarball = ''] = readdirSync(packed);
  return join(packed, tarball);
}

/** Installs the packed package of a folder, and others, which need the network. */
export function installInto(folder: string, packages: readonly string[]): void {
  const network = packages.length > 0 ? [] : ['--offline'];
  const install = ['install', '--save=false', ...network, '--no-audit', '--no-fund'];
  const names = [findTarball(folder), ...packages];
  execFileSync('npm', [...install, '--no-update-notifier', ...names], {
    cwd: folder,
    stdio: 'ignore',
  });
}
