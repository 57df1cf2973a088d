import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

/** The owner may read and write; others have no access. */
const privateMode = 0o600;
/** The bits of a mode that let the group or others read, write or search. */
const openToOthers = 0o077;

/**
 * Restricts the database's files to the current user, because the hashes in them are sensitive, too. Creates the
 * database file if it is missing; SQLite gives its other files the same mode.
 *
 * @throws Error when the folder or the file cannot be created
 * @see https://www.sqlite.org/src/file/src/os_unix.c, `findCreateFileMode`
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', privateMode));
  for (const path of listFiles(file)) {
    if (!isOpenToOthers(path)) continue;
    try {
      chmodSync(path, privateMode);
    } catch {
      // The file belongs to another user, or the file system has no modes. `findOpenPaths` then warns the operator.
    }
  }
}

/** Finds the folder and the files that another user of the machine may access. */
export function findOpenPaths(file: string): readonly string[] {
  return [dirname(file), ...listFiles(file)].filter(isOpenToOthers);
}

function listFiles(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
}

/** True when users other than the owner may have access. False on Windows, where modes do not show this. */
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & openToOthers) !== 0;
}
