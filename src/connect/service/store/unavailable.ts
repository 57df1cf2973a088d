/* Errors of both databases are distinguished by their codes, not by their classes. So only the configured driver is
   loaded, and queries need no wrapper. */

/**
 * Conditions under which PostgreSQL serves no request:
 * - connection lost (08), password or database refused (28, 3D), out of resources (53)
 * - shutting down or a statement timed out (57), disk trouble (58)
 * - a transaction that was idle too long or met a standby (25P03, 25006)
 * - a lock that another transaction held for too long (55P03)
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const sqlStates = /^(?:(?:08|28|3D|53|57|58)[\dA-Z]{3}|25P03|25006|55P03)$/;

/** Locked by another process, unreadable, or full. https://www.sqlite.org/rescode.html */
const sqliteCodes =
  /^SQLITE_(?:BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOTADB|CORRUPT|PROTOCOL)(?:_|$)/;

/** The system calls of a connection that can fail. */
const socketCalls: ReadonlySet<unknown> = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** The message of {@link createWaitError}. */
const waitedTooLong = 'The database has had no time for the request.';

/** @returns the error of a request that waited too long for its turn */
export function createWaitError(): Error {
  return new Error(waitedTooLong);
}

/** Messages of errors that `pg`, Kysely and the SQLite drivers create without a code. */
const sentences = [
  waitedTooLong,
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'not queryable',
  'calling end on the pool',
  'driver has already been destroyed',
  'database connection is not open',
];

/**
 * @param error - the error of a failed request
 * @returns whether the database is unavailable, so that the same request may succeed later
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // "localhost" has two addresses, so a failed connection has two errors.
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable);
  const { code, syscall } = readSystemFields(error);
  if (socketCalls.has(syscall)) return true;
  const isKnownCode = typeof code === 'string' && (sqlStates.test(code) || sqliteCodes.test(code));
  return isKnownCode || sentences.some((sentence) => error.message.includes(sentence));
}

function readSystemFields(error: Error): { readonly code?: unknown; readonly syscall?: unknown } {
  return {
    ...('code' in error ? { code: error.code } : {}),
    ...('syscall' in error ? { syscall: error.syscall } : {}),
  };
}
