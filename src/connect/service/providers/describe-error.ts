/**
 * Describes an error of a plug-in for the log. The stack and the cause are left out, because an error of `fetch`
 * may contain the request.
 *
 * @param error - any value
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

/** An error may be its own cause. */
const maxCauses = 5;

/**
 * Lists the stacks for developers, who see only their own test data.
 *
 * @param error - anything that a plug-in threw
 * @param causesLeft - how many causes to follow
 * @returns the stacks of the error and its causes; undefined if it is not an error object
 */
export function listStacks(error: unknown, causesLeft = maxCauses): string | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const cause = causesLeft > 0 ? listStacks(error.cause, causesLeft - 1) : undefined;
    return cause === undefined ? error.stack : `${error.stack}\ncaused by ${cause}`;
  } catch {
    return undefined;
  }
}
