/**
 * Describes what a plug-in threw, for the log. The stack and the cause are left out: an error of `fetch` may
 * contain the request.
 *
 * @param error - anything
 * @returns name and message, at most 500 characters; undefined if it is not an error object
 */
export function describeError(error: unknown): string | undefined {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : undefined;
}
