/** The service's clock. Tests replace it, so that they need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(durationMs: number): Promise<void>;
}

interface TimeSources {
  /** Milliseconds since the epoch. It jumps when the machine's clock is set. */
  wall(): number;
  /** Milliseconds since an arbitrary moment. It never jumps. */
  elapsed(): number;
}

/**
 * Creates a clock that never goes back, so that an expired code stays expired. If the machine's clock is set back, this
 * clock counts on from its latest time until the machine's clock has caught up.
 */
export function createSystemClock(
  { wall, elapsed }: TimeSources = { wall: Date.now, elapsed: () => performance.now() },
): Clock {
  let latest = wall();
  let latestElapsed = elapsed();
  return {
    now() {
      const passed = elapsed() - latestElapsed;
      latest = Math.max(wall(), latest + Math.floor(passed));
      latestElapsed += Math.floor(passed);
      return latest;
    },
    sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
  };
}

export const systemClock: Clock = createSystemClock();
