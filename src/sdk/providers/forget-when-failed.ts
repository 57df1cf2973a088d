/**
 * Runs a function once and keeps its result. A failure is not kept, so the next caller tries again.
 *
 * @param work - gets a signal that aborts it
 * @returns a function that runs it once
 */
export function forgetWhenFailed<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): (signal: AbortSignal) => Promise<Result> {
  let known: { readonly result: Result } | undefined;
  return async (signal) => {
    known ??= { result: await work(signal) };
    return known.result;
  };
}
