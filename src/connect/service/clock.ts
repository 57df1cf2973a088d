/** The service's clock. Tests replace it, so that they need not wait. */
export interface Clock {
  /** @returns milliseconds since the epoch */
  now(): number;
  /** @param durationMs - how long to wait, in milliseconds */
  sleep(durationMs: number): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
};
