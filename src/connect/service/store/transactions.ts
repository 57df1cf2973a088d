import type { Kysely, Transaction } from 'kysely';
import { isSqliteCode } from './folder-errors.ts';
import type { Database } from './schema.ts';

/**
 * Runs work in the current transaction, or in a new one. A new transaction is repeated after a deadlock. The current
 * one is repeated by the function that opened it.
 */
export function inTransaction<Result>(
  database: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  if (isTransaction(database)) return work(database);
  return repeatOnDeadlock(() => database.transaction().execute(work));
}

/** Runs work in a new transaction. When the work returns false, everything that it has changed is undone. */
export async function undoIfFalse(
  database: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<boolean>,
): Promise<boolean> {
  const undone = new Error('The work of a transaction has returned false.');
  try {
    return await database.transaction().execute(async (transaction) => {
      if (await work(transaction)) return true;
      throw undone;
    });
  } catch (error) {
    if (error === undone) return false;
    throw error;
  }
}

function isTransaction(database: Kysely<Database>): database is Transaction<Database> {
  return database.isTransaction;
}

/** The error codes of PostgreSQL and SQLite for a duplicate key. */
const duplicateKey: ReadonlySet<unknown> = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE']);

/**
 * Inserts a row with a key that the caller chose. Returns false when another row has the key. Two requests can insert
 * the same key at once, so checking first would not be enough.
 */
export async function tryInsert(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (duplicateKey.has(readErrorCode(error))) return false;
    throw error;
  }
}

/** The error codes of PostgreSQL and SQLite for a reference to a missing row. */
const lostReference: ReadonlySet<unknown> = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);
const deadlock = '40P01';

const maxAttempts = 3;

/**
 * Adds rows of an application, which can be deleted at any time. Every foreign key of the schema leads to an
 * application, so a failed reference means that the application was deleted.
 *
 * @returns whether the rows were added; also false when `work` returns false
 */
export async function addUnlessDeleted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await work()) !== false;
  } catch (error) {
    if (lostReference.has(readErrorCode(error))) return false;
    throw error;
  }
}

/** Repeats work that PostgreSQL ends to resolve a deadlock, such as a cascading deletion, which has no fixed order. */
async function repeatOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (readErrorCode(error) !== deadlock || attempt === maxAttempts) throw error;
    }
  }
}

export function readErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/* Errors of both databases are told apart by code, not by class. So only the configured driver is loaded, and queries
   need no wrapper. */

/**
 * Conditions under which PostgreSQL serves no request:
 * - connection lost (08), password or database refused (28, 3D), out of resources (53)
 * - shutting down or a statement timed out (57), disk trouble (58)
 * - a transaction that was idle too long or met a standby (25P03, 25006)
 * - a lock that another transaction held for too long (55P03)
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const sqlStates = /^(?:(?:08|28|3D|53|57|58)[\dA-Z]{3}|25P03|25006|55P03)$/;

/** The system calls that can fail on a connection to the database. */
const socketCalls: ReadonlySet<unknown> = new Set(['connect', 'read', 'write', 'getaddrinfo']);

const waitedTooLong = 'The database has had no time for the request.';

/** Creates the error for a request that waited too long for its turn. */
export function createWaitError(): Error {
  return new Error(waitedTooLong);
}

/** Messages of errors that `pg`, Kysely and the SQLite drivers create without a code. */
const sentences = [
  waitedTooLong,
  'timeout exceeded when trying to connect',
  'timeout expired',
  'does not support SSL',
  'Connection terminated',
  'Query read timeout',
  'not queryable',
  'calling end on the pool',
  'driver has already been destroyed',
  'database connection is not open',
];

export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // "localhost" has two addresses, so a failed connection has an error for each of them.
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable);
  const code = readErrorCode(error);
  if ('syscall' in error && socketCalls.has(error.syscall)) return true;
  const isKnownCode = isSqliteCode(code) || (typeof code === 'string' && sqlStates.test(code));
  return isKnownCode || sentences.some((sentence) => error.message.includes(sentence));
}

const pauseMs = 1000;

/**
 * Repeats a write that must not be lost while the database is briefly unavailable, for example during a failover. An
 * earlier run may have been stored although its response was lost.
 *
 * @param mayRepeat - gets the milliseconds spent so far, and returns false to give up
 * @throws the last error after giving up, or at once an error with another cause
 */
export async function repeatDuringOutage<Result>(
  write: () => Promise<Result>,
  mayRepeat: (elapsedMs: number) => boolean,
): Promise<Result> {
  const start = performance.now();
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isStoreUnavailable(error) || !mayRepeat(performance.now() - start)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
  }
}
