import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @returns {string | undefined} the folder with `initdb` and `postgres`: TAX_CONNECT_POSTGRES, or the
 *   newest that Debian's packages installed, or one on the PATH
 */
export function findPostgres() {
  const folders = [
    process.env.TAX_CONNECT_POSTGRES ?? '',
    ...listDebianFolders(),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => canRun(folder, name)));
}

function listDebianFolders() {
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).sort((left, right) => Number(right) - Number(left));
    return versions.map((version) => join(root, version, 'bin'));
  } catch {
    // PostgreSQL is not installed, or this is not Debian.
    return [];
  }
}

/**
 * @param {string} folder - the folder to search
 * @param {string} name - the name of a program
 */
function canRun(folder, name) {
  if (folder === '') return false;
  try {
    accessSync(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
