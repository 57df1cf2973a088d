import type { Split } from './joiner.ts';

/** Server error codes after which the connection is lost. */
const lostConnection = /^(?:08|57P)/;

/**
 * @param error - the rejection from `pg`
 * @returns whether the connection broke, so that the statement may or may not have been committed
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isConnectionLost(error: unknown): boolean {
  const state = readSqlState(error);
  return state === undefined ? error instanceof Error : lostConnection.test(state);
}

/** A transaction waited too long for a lock. */
const lockTimeout = '55P03';
/** A statement exceeded its timeout, or an operator cancelled it. */
const cancelled = '57014';

/**
 * @param error - the rejection of a batch from `pg`
 * @returns what to retry. Items that would wait for the same lock are retried together, because each retry
 *   may wait for the full timeout. When the database is too slow for one statement, nothing is retried
 */
export function chooseSplit(error: unknown): Split {
  const state = readSqlState(error);
  if (state === undefined || state === cancelled || lostConnection.test(state)) return 'nothing';
  return state === lockTimeout ? 'groups' : 'items';
}

/** A server error has a code of five characters with a digit. A socket error has a word. */
function readSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code) ? code : undefined;
}
