import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/** The number of rows that one transaction of a loop handles. It is small, so that requests do not wait for it. */
export const batchSize = 50;

/** Runs a batch of background work. Where processes share the database, its statements form one transaction. */
export type RunBatch = <Result>(
  work: (connection: Kysely<Database>) => Promise<Result>,
) => Promise<Result>;

/** Rows that can be deleted. */
export interface UnneededRows {
  readonly table: keyof Database;
  readonly key: readonly string[];
  readonly condition: RawBuilder<unknown>;
}

/** Deletes rows in small transactions, so that other requests run in between. */
export async function deleteInBatches(runBatch: RunBatch, rows: UnneededRows): Promise<void> {
  await repeatWhileFull(() => runBatch((connection) => deleteBatch(connection, rows, batchSize)));
}

/** @returns the number of deleted rows */
export async function deleteBatch(
  connection: Kysely<Database>,
  { table, key, condition }: UnneededRows,
  count: number,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE (${columns}) IN (
      SELECT ${columns} FROM ${sql.table(table)} WHERE ${condition} LIMIT ${count}
    )`.execute(connection);
  return Number(numAffectedRows ?? 0);
}

/** @param work - handles a batch, and returns how many rows it had */
export async function repeatWhileFull(work: () => Promise<number>): Promise<void> {
  let count = batchSize;
  while (count === batchSize) count = await work();
}
