import type { Clock } from '../basics/clock.ts';

/** A clock that runs like the system's and can be moved forward. */
export interface LocalClock extends Clock {
  /** Moves the clock forward by milliseconds, and wakes the sleepers that are due. */
  advance(durationMs: number): void;
  reset(): void;
}

export function createLocalClock(): LocalClock {
  let aheadMs = 0;
  const sleepers = new Set<() => void>();
  const now = () => Date.now() + aheadMs;
  return {
    now,
    sleep(durationMs) {
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
    advance(durationMs) {
      aheadMs += durationMs;
      for (const wake of [...sleepers]) wake();
    },
    reset() {
      aheadMs = 0;
    },
  };
}
