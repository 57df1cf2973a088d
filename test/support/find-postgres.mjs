import { delimiter, join } from 'node:path';
import { isExecutable, listFolder } from './find-programs.mjs';

/**
 * @returns {string | undefined} the folder with `initdb` and `postgres`: TAX_CONNECT_POSTGRES, or the
 *   newest that Debian's packages installed, or one on the PATH
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = listFolder(debian).sort((left, right) => Number(right) - Number(left));
  const folders = [
    process.env.TAX_CONNECT_POSTGRES ?? '',
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ].filter(Boolean);
  const programs = ['initdb', 'postgres'];
  return folders.find((folder) => programs.every((name) => isExecutable(join(folder, name))));
}
