/** The service's clock. Tests replace it, so that they need not wait. */
export interface Clock {
  /** @returns milliseconds since the epoch */
  now(): number;
  sleep(durationMs: number): Promise<void>;
}

/** The sources of time, in milliseconds. */
interface TimeSources {
  /** Time since the epoch. It jumps when the machine's clock is set. */
  wall(): number;
  /** Time since an arbitrary moment. It never jumps. */
  elapsed(): number;
}

/**
 * Creates a clock that never goes back. If the machine's clock is set back, this one continues from its latest
 * time, so that an expired code stays expired. It follows the machine's clock again once that has caught up.
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

/** The clock of this machine. */
export const systemClock: Clock = createSystemClock();
