/** Creates a clock that runs like the system's clock and can be moved forward. */
export function createLocalClock() {
  let aheadMs = 0;
  const sleepers = new Set<() => void>();
  const now = () => Date.now() + aheadMs;
  return {
    now,
    sleep(durationMs: number): Promise<void> {
      const end = now() + durationMs;
      return new Promise((resolve) => {
        const wake = () => {
          if (now() < end) return;
          clearTimeout(timer);
          sleepers.delete(wake);
          resolve();
        };
        // A timer may fire a millisecond early.
        const timer = setTimeout(() => (now() < end ? setTimeout(wake, 1) : wake()), durationMs);
        sleepers.add(wake);
      });
    },
    /** Moves the clock forward, and ends each sleep whose time has come. */
    advance(durationMs: number): void {
      aheadMs += durationMs;
      for (const wake of [...sleepers]) wake();
    },
    reset() {
      aheadMs = 0;
    },
  };
}
