/** The error codes of the file system and of SQLite for a folder that cannot contain a database. */
export const folderErrors: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EEXIST',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'SQLITE_CANTOPEN',
  'SQLITE_NOTADB',
  'SQLITE_READONLY',
]);
