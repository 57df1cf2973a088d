import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { isStoreUnavailable } from './transactions.ts';

/** The time that lists are read from the primary after a change, or after the replica failed, in milliseconds. */
const primaryMs = 10_000;

type List = (...args: never[]) => Promise<unknown>;

/**
 * Creates a reader for lists. When a query of the replica fails, the primary serves the list; when the replica is
 * unavailable, for ten seconds.
 *
 * @param replica - undefined for a service without a replica. Then the primary serves all lists
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
      // The replica may also be behind a migration, or have ended the query, because the primary removed rows that the
      // query was reading. An error of the query itself is thrown by the primary, too.
      if (isStoreUnavailable(error)) preferPrimary();
      return await work(primary);
    }
  };
  return {
    /** Creates a part of the store. Only the methods in `names`, which read lists and exports, may use the replica. */
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
    /** Call it after an operator's change. The next lists then come from the primary, so they show the change. */
    noteChange: preferPrimary,
  };
}
