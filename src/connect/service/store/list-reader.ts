import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { isStoreUnavailable, readErrorCode } from './transactions.ts';

/**
 * How long lists are read from the primary after a change, or after the replica failed. Replicas lag by milliseconds.
 */
const primaryMs = 10_000;

type List = (...args: never[]) => Promise<unknown>;

/** The replica ended a statement because it read rows that the primary has removed meanwhile. */
const recoveryConflict = '40001';

/**
 * Creates a reader. A replica that fails is replaced by the primary for a while.
 *
 * @param replica - undefined when lists are read from the primary, too
 */
export function createListReader(primary: Kysely<Database>, replica: Kysely<Database> | undefined) {
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
      else if (readErrorCode(error) !== recoveryConflict) throw error;
      return await work(primary);
    }
  };
  return {
    /**
     * Creates a part of the store for the primary. The named methods only read, for lists and exports, and may use the
     * replica.
     */
    withLists<Part extends object>(
      create: (database: Kysely<Database>) => Part,
      ...names: readonly (keyof Part & string)[]
    ): Part {
      const lists = names.map((name) => [
        name,
        (...args: never[]) => read((database) => (create(database)[name] as List)(...args)),
      ]);
      return { ...create(primary), ...Object.fromEntries(lists) };
    },
    /** Called after an operator's change, so that the operator sees it in the lists that follow. */
    noteChange: preferPrimary,
  };
}
