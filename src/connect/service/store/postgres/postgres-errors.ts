import type { Split } from './joiner.ts';

/** Server-side codes after which the connection is gone, or about to be. */
const lostConnection = /^(?:08|57P)/;

/**
 * @param error - whatever `pg` rejected with
 * @returns whether it cannot be known if the statement took place
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isConnectionLost(error: unknown): boolean {
  const state = readSqlState(error);
  return state === undefined ? error instanceof Error : lostConnection.test(state);
}

/** A lock that another transaction held for too long. */
const lockTimeout = '55P03';
/** A statement that took too long, or that an operator has cancelled. */
const cancelled = '57014';

/**
 * @param error - whatever `pg` rejected a batch with
 * @returns what to try again. Each try after a wait for a lock may wait as long again, so items that would
 *   wait for the same lock are tried together. A database that is too slow for one statement does not get
 *   sixty.
 */
export function chooseSplit(error: unknown): Split {
  const state = readSqlState(error);
  if (state === undefined || state === cancelled || lostConnection.test(state)) return 'nothing';
  return state === lockTimeout ? 'groups' : 'items';
}

/** Errors of the server carry five characters, a digit among them; those of the socket a word. */
function readSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code) ? code : undefined;
}
