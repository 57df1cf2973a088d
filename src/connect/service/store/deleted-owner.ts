/** Either database's name for a row that refers to one that is not there. */
const lostReference: ReadonlySet<unknown> = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);
/** PostgreSQL has ended one of two transactions that waited for each other. */
const deadlock = '40P01';

const maxAttempts = 3;

/**
 * Applications can be deleted at any time, and every reference of the schema leads to one.
 *
 * @param work - adds rows that belong to an application; resolves to false when it found it deleted
 * @returns whether they were added; not when the application has been deleted meanwhile
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
 * For work that locks rows in an undefined order, as cascading deletions do.
 *
 * @param work - one transaction
 * @returns its result; it is tried again when another transaction was in its way for good
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
