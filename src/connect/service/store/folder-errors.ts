/** The error codes of the file system for a folder that cannot contain a database. */
const folderCodes: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/**
 * The codes for a file that another process has locked, or that is unreadable or full.
 * https://www.sqlite.org/rescode.html
 */
const sqliteCodes =
  /^SQLITE_(?:BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOTADB|CORRUPT|PROTOCOL)(?:_|$)/;

export function isSqliteCode(code: unknown): boolean {
  return typeof code === 'string' && sqliteCodes.test(code);
}

/** True for the error code of a folder or a file that cannot be the embedded database. */
export function isFolderCode(code: unknown): boolean {
  return folderCodes.has(code) || isSqliteCode(code);
}
