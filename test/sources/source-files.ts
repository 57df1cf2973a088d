import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param folders - relative to the repository
 * @param pattern - matches the wanted paths, relative to the repository
 * @returns path and text of each file
 */
export function readSources(
  folders: readonly string[],
  pattern: RegExp,
): readonly (readonly [path: string, text: string])[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => pattern.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
}
