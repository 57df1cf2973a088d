import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/** The number of rows that a transaction of background work handles. Requests wait for it, so it is small. */
export const batchSize = 50;

/** Returns the latest time that the service plans. A later one comes from a clock that has been set back since. */
export const findLatest = (now: number): number => now + 2 * 24 * 60 * 60 * 1000;

/** @returns true for a time that is ahead, unless it comes from a clock that has been set back since */
export const isAhead = (time: number, now: number): boolean =>
  time > now && time <= findLatest(now);

/** Runs a batch of background work. On PostgreSQL, which processes may share, a batch is one transaction. */
export type RunBatch = <Result>(
  work: (connection: Kysely<Database>) => Promise<Result>,
) => Promise<Result>;

export interface UnneededRows {
  readonly table: keyof Database;
  readonly key: readonly string[];
  readonly condition: RawBuilder<unknown>;
}

/**
 * Lists the rows whose time ended more than `keptMs` ago, and those whose time is after {@link findLatest}: two lists,
 * because an index serves one condition.
 */
export function listOverdue(
  { column, ...rows }: Omit<UnneededRows, 'condition'> & { readonly column: string },
  now: number,
  keptMs = 0,
): readonly UnneededRows[] {
  const time = sql.ref(column);
  const conditions = [sql`${time} < ${now - keptMs}`, sql`${time} > ${findLatest(now)}`];
  return conditions.map((condition) => ({ ...rows, condition }));
}

/** Deletes rows in small transactions, so that other requests run in between. */
export async function deleteInBatches(runBatch: RunBatch, rows: UnneededRows): Promise<void> {
  await repeatWhileFull(() => runBatch((connection) => deleteBatch(connection, rows, batchSize)));
}

async function deleteBatch(
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

/** Repeats `work` until it handles fewer rows than a full batch. `work` returns the number of rows that it handled. */
export async function repeatWhileFull(work: () => Promise<number>): Promise<void> {
  let count = batchSize;
  while (count === batchSize) count = await work();
}

/** Runs steps in order. A step that fails does not stop the later ones; the first error is thrown at the end. */
export async function runEach(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

export interface PurgePace {
  /** The maximum number of rows that one transaction deletes. */
  readonly batchSize: number;
  /** The pause after a transaction, as a multiple of its duration. */
  readonly rest: number;
}

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

/** Repeats `deleteRows`, which returns the number of deleted rows, while batches are full and nothing aborts it. */
export async function purgeInBatches(
  purge: Purge,
  deleteRows: (connection: Kysely<Database>) => Promise<number>,
): Promise<void> {
  let count = purge.pace.batchSize;
  while (count === purge.pace.batchSize && !purge.signal?.aborted) {
    count = await workAndRest(purge, deleteRows);
  }
}

/** Runs a batch, then pauses in proportion to its duration, so that a busy database gets longer pauses. */
export async function workAndRest<Result>(
  { pace, runBatch }: Purge,
  work: (connection: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  const result = await runBatch(work);
  await wait((performance.now() - start) * pace.rest);
  return result;
}
