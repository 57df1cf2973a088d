import type { Kysely } from 'kysely';
import type { PurgePace, RunBatch } from './batches.ts';
import type { SchemaState } from './migrations/schema-state.ts';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

export interface TransactionTraits {
  /** Whether the database locks rows. SQLite has a single writer instead. */
  readonly hasRowLocks: boolean;
  /** How many transactions that several requests share may run at once. */
  readonly concurrency: number;
  /** Whether the connection broke, so that it is unknown whether the transaction was committed. */
  isConnectionLost(error: unknown): boolean;
  /** Whether only one request of several failed, for example because another transaction has locked its row. */
  isPartialFailure(error: unknown): boolean;
}

export interface Lookup<Row> {
  readonly name: string;
  /** SQL that ends with the expression to compare with the key. */
  readonly select: string;
  /** The column of the result that has the key. */
  readonly key: keyof Row;
}

export interface OpenedDatabase
  extends Pick<Store, 'close' | 'listFlowChanges' | 'rateCounters' | 'readPoolUse' | 'warnings'> {
  readonly database: Kysely<Database>;
  readonly replica?: Kysely<Database> | undefined;
  readonly transactions: TransactionTraits;
  /** Prepares a statement that nearly every request needs. Several lookups at once may share a round trip. */
  prepareLookup<Row>(lookup: Lookup<Row>): (key: string) => Promise<readonly Row[]>;
  readSchema(): Promise<SchemaState>;
  /** Like `purge`, does nothing while another process is doing the same. */
  sweep(work: (runBatch: RunBatch) => Promise<void>): Promise<void>;
  purge(work: (runBatch: RunBatch, pace: PurgePace) => Promise<void>): Promise<void>;
}
