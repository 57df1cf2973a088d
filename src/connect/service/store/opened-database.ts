import type { Kysely } from 'kysely';
import type { PurgePace, RunBatch } from './batches.ts';
import type { SchemaState } from './migrations/schema-state.ts';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

export interface TransactionTraits {
  /** True when the database locks rows. SQLite has a single writer instead. */
  readonly hasRowLocks: boolean;
  /** The maximum number of shared transactions at once. A shared transaction serves several requests. */
  readonly concurrency: number;
  /** True when the connection broke, so that it is unknown whether the transaction was committed. */
  isConnectionLost(error: unknown): boolean;
  /** True when only one request of several failed, for example because another transaction has locked its row. */
  isPartialFailure(error: unknown): boolean;
}

export interface Lookup<Row> {
  readonly name: string;
  /** SQL for a query that ends with the expression to compare with the key. */
  readonly select: string;
  /** The column of the result that contains the key. */
  readonly key: keyof Row;
}

export interface OpenedDatabase
  extends Pick<Store, 'close' | 'listFlowChanges' | 'rateCounters' | 'readPoolUse' | 'warnings'> {
  readonly database: Kysely<Database>;
  readonly replica?: Kysely<Database> | undefined;
  readonly transactions: TransactionTraits;
  /** Prepares a query by key that nearly every request needs. Lookups at the same time may share a round trip. */
  prepareLookup<Row>(lookup: Lookup<Row>): (key: string) => Promise<readonly Row[]>;
  readSchema(): Promise<SchemaState>;
  /** Throws when the file has been removed. SQLite still writes to it, but nothing can open it again. */
  assertPresent?(): void;
  /** Runs `work`, which deletes expired rows. On PostgreSQL, it stops if another process is sweeping. */
  sweep(work: (runBatch: RunBatch) => Promise<void>): Promise<void>;
  /** Runs `work` in the same way. It deletes the rows of deleted applications. */
  purge(work: (runBatch: RunBatch, pace: PurgePace) => Promise<void>): Promise<void>;
}
