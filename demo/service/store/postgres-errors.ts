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

/**
 * @param error - whatever `pg` rejected with
 * @returns whether the server answered, so that the statement has left no trace
 */
export function isRefusedByServer(error: unknown): boolean {
  const state = readSqlState(error);
  return state !== undefined && !lostConnection.test(state);
}

/** Errors of the server carry five characters, a digit among them; those of the socket a word. */
function readSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code) ? code : undefined;
}
