import { isStoreUnavailable } from './unavailable.ts';

const pauseMs = 1000;

/**
 * Writes what would be lost if the database were away for a moment, as it is during a failover.
 *
 * @param write - runs again, each second, while the database is away. An earlier run may have been stored without
 *   its answer
 * @param mayRepeat - told how long this has taken, in milliseconds; false gives up
 * @returns the result of the run that was stored
 * @throws the last error, after giving up; at once an error that has another cause
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
