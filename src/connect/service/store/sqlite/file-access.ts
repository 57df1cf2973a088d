import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

/** Read and write by its owner. */
const privateMode = 0o600;
/** Read, write or search by the group or by others. */
const openToOthers = 0o077;

/**
 * Makes the database's files readable by this user alone: the hashes in them are worth protecting, too.
 * SQLite gives the files that it adds the mode of the first one.
 *
 * @param file - path of the database, made if missing
 * @throws Error when the folder or the file cannot be made
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
      // Another user's file, or a file system without modes: `findOpenPaths` tells the operator.
    }
  }
}

/**
 * @param file - path of the database
 * @returns which of its folder and its files another user of the machine may get into
 */
export function findOpenPaths(file: string): readonly string[] {
  return [dirname(file), ...listFiles(file)].filter(isOpenToOthers);
}

function listFiles(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
}

/** The modes that Windows shows say nothing about who may do what. */
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & openToOthers) !== 0;
}
