import type { FlowChanges } from './flow-changes.ts';
import type { RateCounters } from './rate-counters.ts';

export interface PoolUse {
  readonly waiting: number;
  /** Seconds that requests and background tasks have waited for a connection since the start. */
  readonly waitedSeconds: number;
}

/** The store of all persistent data. `open-store.ts` adds the statements of each feature to this interface. */
export interface Store {
  /** Counters for rate limits, shared by all processes with this database. */
  readonly rateCounters: RateCounters;
  readonly warnings: readonly string[];
  /**
   * Finds the flows that have changed since the position `since` of the last read, for all pages that listen to this
   * process. When `since` is undefined, it returns only the current position.
   */
  listFlowChanges(since: string | undefined): Promise<FlowChanges>;
  /** The use of the pool of connections. Undefined for SQLite, whose single connection never makes a request wait. */
  readPoolUse(): PoolUse | undefined;
  /** Rejects when the database does not answer. */
  assertReachable(): Promise<void>;
  /** Rejects when the tables have become too old or too new for this service. */
  assertFitting(): Promise<void>;
  /** Commits a small row. Rejects when it would not be kept, for example because the disk is full. */
  assertWritable(now: number): Promise<void>;
  /**
   * Ends expired sessions and consents, gives up the grants of expired flows and codes, and deletes expired rows. A
   * flow without a login or a problem is deleted an hour after its expiry. Other flows are kept for a day, and codes
   * an hour longer. Until then, the dashboard shows a flow's outcome, and a replayed code finds the token to revoke.
   * An abort makes it reject after the current batch.
   */
  purge(now: number, signal?: AbortSignal): Promise<void>;
  /**
   * Deletes the rows of deleted applications, in small transactions with pauses. A later call in any process
   * continues an unfinished purge. Two processes do not purge at the same time. An abort takes effect after the
   * current transaction.
   */
  purgeDeleted(signal?: AbortSignal): Promise<void>;
  /** Closes the database. Later calls do nothing. */
  close(): Promise<void>;
}
