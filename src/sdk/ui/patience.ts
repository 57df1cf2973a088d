import { effect, type ReadonlySignal, signal } from '@preact/signals-core';

/** The level of a wait: 0 at first, 1 after one second, 2 after three. */
export interface Patience {
  readonly level: ReadonlySignal<number>;
  stop(): void;
}

/**
 * Measures how long the user has been waiting for the same thing.
 *
 * @param readAwaited - reads the awaited thing from signals; a falsy value: no wait
 * @returns the wait, which restarts when the awaited thing changes; its `stop` must be called
 */
export function createPatience(readAwaited: () => unknown): Patience {
  const level = signal(0);
  let previous: unknown;
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stopTimers = () => timers.forEach(clearTimeout);
  const stopWatching = effect(() => {
    const awaited = readAwaited();
    if (awaited === previous) return;
    previous = awaited;
    stopTimers();
    level.value = 0;
    timers = (awaited ? [1000, 3000] : []).map((ms) =>
      setTimeout(() => {
        level.value++;
      }, ms),
    );
  });
  return {
    level,
    stop() {
      stopWatching();
      stopTimers();
    },
  };
}
