import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { deleteBatch, type RunBatch, type UnneededRows } from './batches.ts';
import type { Database } from './schema.ts';

/** The size of a batch, and the pause between batches. */
export interface PurgePace {
  /** Rows of one table in one transaction. */
  readonly batchSize: number;
  /** The pause after a transaction, as a multiple of its duration. */
  readonly rest: number;
}

/** A purge in progress. */
export interface Purge {
  readonly database: Kysely<Database>;
  readonly runBatch: RunBatch;
  readonly pace: PurgePace;
  /** Stops the purge after the current transaction. */
  readonly signal: AbortSignal | undefined;
}

/** Deletes rows in small transactions, with pauses. */
export async function purgeRows(purge: Purge, rows: UnneededRows): Promise<void> {
  await purgeInBatches(purge, (connection) => deleteBatch(connection, rows, purge.pace.batchSize));
}

/** @param deleteRows - deletes a batch, and returns the number of deleted rows */
export async function purgeInBatches(
  purge: Purge,
  deleteRows: (connection: Kysely<Database>) => Promise<number>,
): Promise<void> {
  let count = purge.pace.batchSize;
  while (count === purge.pace.batchSize && !purge.signal?.aborted) {
    count = await workAndRest(purge, deleteRows);
  }
}

/** The pause is proportional to the work, so that a busy database gets longer pauses. */
export async function workAndRest<Result>(
  { pace, runBatch }: Purge,
  work: (connection: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  const result = await runBatch(work);
  await wait((performance.now() - start) * pace.rest);
  return result;
}
