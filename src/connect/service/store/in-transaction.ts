import type { Kysely, Transaction } from 'kysely';
import { repeatOnDeadlock } from './insert-errors.ts';
import type { Database } from './schema.ts';

/**
 * Runs work in the current transaction, or in a new one. The owner of the transaction repeats it after a deadlock.
 *
 * @param work - may run more than once
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
