/**
 * Describes what a plug-in threw, for the log. The stack and the cause are left out: an error of `fetch` may
 * contain the request.
 *
 * @param error - anything
 * @returns name and message, at most 500 characters; undefined if it is not an error object
 */
export function describeError(error: unknown): string | undefined {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : undefined;
  } catch {
    // The error's own getters throw.
    return undefined;
  }
}

/**
 * For developers, who see only their own test data.
 *
 * @param error - anything that a plug-in threw
 * @returns the stacks of the error and its causes; undefined if it is not an error object
 */
export function listStacks(error: unknown): string | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const cause = listStacks(error.cause);
    return cause === undefined ? error.stack : `${error.stack}\ncaused by ${cause}`;
  } catch {
    return undefined;
  }
}
