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

/** The error codes of PostgreSQL and SQLite for a reference to a missing row. */
const lostReference: ReadonlySet<unknown> = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);
/** PostgreSQL aborted one of two transactions that waited for each other. */
const deadlock = '40P01';

const maxAttempts = 3;

/**
 * Adds rows of an application, which can be deleted at any time. Every foreign key of the schema leads to an
 * application, so a failed reference means that it was deleted.
 *
 * @param work - adds the rows; resolves to false when the application has been deleted
 * @returns whether the rows were added; false when the application was deleted meanwhile
 */
export async function addUnlessDeleted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await work()) !== false;
  } catch (error) {
    if (lostReference.has(readCode(error))) return false;
    throw error;
  }
}

/**
 * Repeats work that locks rows in an undefined order, such as a cascading deletion, when PostgreSQL ends it to
 * resolve a deadlock.
 *
 * @param work - one transaction
 */
export async function repeatOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (readCode(error) !== deadlock || attempt === maxAttempts) throw error;
    }
  }
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
