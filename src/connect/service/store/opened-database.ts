import type { Kysely } from 'kysely';
import type { PurgePace, RunBatch } from './batches.ts';
import type { SchemaState } from './migrations/schema-state.ts';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

/** The differences between the transactions of PostgreSQL and of SQLite. */
export interface TransactionTraits {
  /** Whether the database locks rows. SQLite has a single writer instead. */
  readonly hasRowLocks: boolean;
  /** The maximum number of simultaneous transactions that several requests share. */
  readonly concurrency: number;
  /** Whether the connection broke, so that it is unknown whether the transaction was committed. */
  isConnectionLost(error: unknown): boolean;
  /** Whether one request failed, for example because another transaction has locked its row, while others could succeed. */
  isPartialFailure(error: unknown): boolean;
}

/** A statement that finds rows by a key. */
export interface Lookup<Row> {
  readonly name: string;
  /** SQL that ends with the expression to compare with the key. */
  readonly select: string;
  /** The column of the result with the key. */
  readonly key: keyof Row;
}

/** An open database with every table. */
export interface OpenedDatabase
  extends Pick<Store, 'close' | 'listFlowChanges' | 'rateCounters' | 'readPoolUse' | 'warnings'> {
  readonly database: Kysely<Database>;
  /** A read replica for lists; default: the database itself. */
  readonly replica?: Kysely<Database> | undefined;
  readonly transactions: TransactionTraits;
  /** Prepares a statement that nearly every request needs. Simultaneous lookups may share a round trip. */
  prepareLookup<Row>(lookup: Lookup<Row>): (key: string) => Promise<readonly Row[]>;
  /** Compares the tables with the list of migrations. */
  readSchema(): Promise<SchemaState>;
  /** Runs a sweep, unless another process is running one. */
  sweep(work: (runBatch: RunBatch) => Promise<void>): Promise<void>;
  /** Runs a purge, unless another process is running one. */
  purge(work: (runBatch: RunBatch, pace: PurgePace) => Promise<void>): Promise<void>;
}
