import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { isStoreUnavailable } from './transactions.ts';

/** Reads lists from the read replica, or from the primary. */
export interface ListReader {
  /**
   * @param create - creates a part of the store for a database
   * @param names - the part's methods that only read, for lists and exports
   * @returns the part for the primary; these methods may read from the replica
   */
  withLists<Part extends object>(
    create: (database: Kysely<Database>) => Part,
    ...names: readonly (keyof Part & string)[]
  ): Part;
  /** Records that an operator has just changed something and will expect to see it. */
  noteChange(): void;
}

/**
 * How long lists are read from the primary after a change, or after the replica failed. A replica usually lags by
 * some milliseconds.
 */
const primaryMs = 10_000;

type List = (...args: never[]) => Promise<unknown>;

/** The replica ended a statement because it read rows that the primary has removed meanwhile. */
const recoveryConflict = '40001';

/**
 * @param replica - its read replica; undefined when lists are read from the primary, too
 * @returns the reader. A replica that fails is replaced by the primary for a while
 */
export function createListReader(
  primary: Kysely<Database>,
  replica: Kysely<Database> | undefined,
): ListReader {
  let primaryUntil = 0;
  const preferPrimary = () => {
    primaryUntil = performance.now() + primaryMs;
  };
  const read = async (work: (database: Kysely<Database>) => Promise<unknown>) => {
    if (!replica || performance.now() < primaryUntil) return await work(primary);
    try {
      return await work(replica);
    } catch (error) {
      if (isStoreUnavailable(error)) preferPrimary();
      else if (!isRecoveryConflict(error)) throw error;
      return await work(primary);
    }
  };
  return {
    withLists(create, ...names) {
      const lists = names.map((name) => [
        name,
        (...args: never[]) => read((database) => (create(database)[name] as List)(...args)),
      ]);
      return { ...create(primary), ...Object.fromEntries(lists) };
    },
    noteChange: preferPrimary,
  };
}

function isRecoveryConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === recoveryConflict;
}
