/** The error codes of PostgreSQL and SQLite for a key that another row has. */
const duplicateKey: ReadonlySet<unknown> = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE']);

/**
 * Two requests can insert the same key at once, so checking first whether it is free is not enough.
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
