/** Server error codes after which the connection is lost. */
const lostConnection = /^(?:08|57P)/;

/**
 * @param error - the rejection from `pg`
 * @returns whether the connection broke, so that the work may or may not have been committed
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isConnectionLost(error: unknown): boolean {
  const state = readSqlState(error);
  if (state !== undefined) return lostConnection.test(state);
  return error instanceof Error && !error.message.includes(noConnection);
}

/** The pool's error for a request that got no connection, so that nothing has begun. */
const noConnection = 'timeout exceeded when trying to connect';

/** The error code of a statement that exceeded its timeout or was canceled by an operator. */
const cancelled = '57014';

/**
 * @param error - the rejection of a batch from `pg`
 * @returns whether other parts of the batch may succeed, for example because only one waits for a lock. False when
 *   the database is unavailable, or too slow for a single statement
 */
export function isPartialFailure(error: unknown): boolean {
  const state = readSqlState(error);
  return state !== undefined && state !== cancelled && !lostConnection.test(state);
}

/** A server error has a code of five characters with a digit; the code of a socket error is a word. */
function readSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code) ? code : undefined;
}
