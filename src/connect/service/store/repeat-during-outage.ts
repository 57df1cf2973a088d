import { isStoreUnavailable } from './unavailable.ts';

const pauseMs = 1000;

/**
 * Repeats a write that must not be lost while the database is briefly unavailable, for example during a failover.
 *
 * @param write - runs again every second during the outage. An earlier run may have been stored without its
 *   response
 * @param mayRepeat - gets the time spent so far in milliseconds, and returns false to give up
 * @returns the result of the run that succeeded
 * @throws the last error after giving up; immediately, an error with another cause
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
