/** The error codes of PostgreSQL and SQLite for a duplicate key. */
const duplicateKey: ReadonlySet<unknown> = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE']);

/**
 * Inserts a row, and recognizes a duplicate key by the database's error. Two requests can insert the same key at
 * once, so checking first would not be enough.
 *
 * @param work - inserts a row with a key that the caller chose
 * @returns the result of `work`; false when another row has the key
 */
export async function tryInsert(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && duplicateKey.has(error.code)) return false;
    throw error;
  }
}
