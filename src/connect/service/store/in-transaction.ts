import type { Kysely, Transaction } from 'kysely';
import { repeatOnDeadlock } from './deleted-owner.ts';
import type { Database } from './schema.ts';

/**
 * Runs work in a transaction: the one that is under way, which its owner repeats after a deadlock, or else
 * a new one.
 *
 * @param database - the database or a transaction on it
 * @param work - may run more than once
 * @returns its result
 */
export function inTransaction<Result>(
  database: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  if (isTransaction(database)) return work(database);
  return repeatOnDeadlock(() => database.transaction().execute(work));
}

function isTransaction(database: Kysely<Database>): database is Transaction<Database> {
  return database.isTransaction;
}
