import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The package as a registry would have it, in a folder that a test may change. */
export interface PackedPackage {
  readonly folder: string;
  /** Relative paths, sorted. */
  readonly files: readonly string[];
  read(file: string): string;
  write(file: string, text: string): void;
  /** Changes package.json. */
  change(edit: (manifest: Record<string, unknown>) => void): void;
  remove(): void;
}

/** The tarball that `npm pack` would write. */
interface Tarball {
  /** Bytes. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** @returns the tarball of a package's folder, which is not written */
export function describeTarball(folder: string): Tarball {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const answer = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // npm 11 prints a list, npm 12 an object by name.
  const [first] = Object.values(Object(JSON.parse(answer))) as Tarball[];
  if (first === undefined) throw new Error('npm pack describes no tarball.');
  return first;
}

/** The list of `npm pack`. It is created once, because no build runs meanwhile. */
let listed: readonly string[] | undefined;

function listFiles(): readonly string[] {
  return describeTarball(root)
    .files.map(({ path }) => path)
    .sort();
}

/** @returns a copy of the packed files, from the current build; its `remove` must be called */
export function packPackage(): PackedPackage {
  listed ??= listFiles();
  // Inside the repository, so that packages in the declarations are found.
  mkdirSync(join(root, 'test/.output'), { recursive: true });
  const base = mkdtempSync(join(root, 'test/.output/package-'));
  const folder = join(base, 'node_modules/tax-connect');
  for (const file of listed) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  // A separate application. Otherwise imports by the repository's name would find the repository itself.
  writeFileSync(join(base, 'package.json'), '{ "name": "application", "type": "module" }');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  return {
    folder,
    files: listed,
    read,
    write,
    change(edit) {
      const manifest: Record<string, unknown> = JSON.parse(read('package.json'));
      edit(manifest);
      write('package.json', JSON.stringify(manifest, null, 2));
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
