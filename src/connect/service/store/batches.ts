import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/** The number of rows that one transaction of a loop handles. It is small, so that requests do not wait for it. */
export const batchSize = 50;

/** Runs a batch of background work. Where processes share the database, its statements form one transaction. */
export type RunBatch = <Result>(
  work: (connection: Kysely<Database>) => Promise<Result>,
) => Promise<Result>;

/** The size of a batch, and the pause between batches. */
export interface PurgePace {
  /** Rows of one table in one transaction. */
  readonly batchSize: number;
  /** The pause after a transaction, as a multiple of its duration. */
  readonly rest: number;
}

/** Rows that can be deleted. */
export interface UnneededRows {
  readonly table: keyof Database;
  readonly key: readonly string[];
  readonly condition: RawBuilder<unknown>;
}

/** Deletes rows in small transactions, so that other requests run in between. */
export async function deleteInBatches(
  runBatch: RunBatch,
  { table, key, condition }: UnneededRows,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  await repeatWhileFull(async () => {
    const deletion = sql`
      DELETE FROM ${sql.table(table)} WHERE (${columns}) IN (
        SELECT ${columns} FROM ${sql.table(table)} WHERE ${condition} LIMIT ${batchSize}
      )`;
    const { numAffectedRows } = await runBatch((connection) => deletion.execute(connection));
    return Number(numAffectedRows ?? 0);
  });
}

/** @param work - handles a batch, and returns how many rows it had */
export async function repeatWhileFull(work: () => Promise<number>): Promise<void> {
  let count = batchSize;
  while (count === batchSize) count = await work();
}
