/** The error codes of PostgreSQL and SQLite for a reference to a missing row. */
const lostReference: ReadonlySet<unknown> = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);
/** PostgreSQL aborted one of two transactions that waited for each other. */
const deadlock = '40P01';

const maxAttempts = 3;

/**
 * An application can be deleted at any time. Every foreign key of the schema leads to an application, so a
 * lost reference means that it was deleted.
 *
 * @param work - adds rows that belong to an application; resolves to false when the application has been
 *   deleted
 * @returns whether the rows were added; false when the application has been deleted meanwhile
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
 * For work that locks rows in an undefined order, such as a cascading deletion.
 *
 * @param work - one transaction
 * @returns its result. The work is repeated when PostgreSQL ended it to resolve a deadlock
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
