import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders without sources. Other tests write to some of them at the same time. */
const unread: readonly string[] = ['node_modules', 'dist', '.output'];

/** @returns path and text of each file whose path, relative to the repository, the pattern matches */
export function readSources(
  folders: readonly string[],
  pattern: RegExp,
): readonly (readonly [path: string, text: string])[] {
  return folders
    .flatMap(listFiles)
    .filter((path) => pattern.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return unread.includes(entry.name) ? [] : listFiles(path);
  });
}
