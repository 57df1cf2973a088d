/** Either database's name for a key that another row has already. */
const duplicateKey: ReadonlySet<unknown> = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE']);

/**
 * Two requests can bring the same key at once: looking first whether it is free is not enough.
 *
 * @param work - gives a row a key that callers choose
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
