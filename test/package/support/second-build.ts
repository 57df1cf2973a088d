import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The package, built again in another folder. */
export interface SecondBuild {
  readonly folder: string;
  remove(): void;
}

/**
 * Copies the sources into a folder with another name and builds them there, as `npm run build` does.
 *
 * @returns the built files; its `remove` must be called
 * @throws Error when the build fails
 */
export function buildElsewhere(): SecondBuild {
  const folder = mkdtempSync(join(tmpdir(), 'second-build-'));
  // With the tests, because tsconfig.json refers to them.
  cpSync(root, folder, { recursive: true, filter: isSource });
  linkPackages(join(folder, 'node_modules'));
  execFileSync(process.execPath, ['src/build/build.mjs', 'package'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function isSource(path: string): boolean {
  return !path
    .slice(root.length)
    .split(sep)
    .some((name) => ['.git', 'dist', 'node_modules', '.output'].includes(name));
}

/**
 * Links each package separately. A build keeps its records in `node_modules`, and must not find those of the first
 * build.
 */
function linkPackages(folder: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(folder, name));
  }
}
