import { expect, vi } from 'vitest';

const pause = globalThis.setTimeout;

/** Waits longer than the service takes between two queries. */
export const waitQuietly = () => new Promise<void>((resolve) => pause(resolve, 10));

/** Stops the timers of the service until the end of the test, or `vi.useRealTimers`. */
export const stopClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

/**
 * Moves the stopped clock until an answer is there, at most 40 minutes.
 *
 * @param stepMs - the clock's
 * @param settle - waits in real time after each step, because the database answers in real time, also on a busy machine
 * @returns the answer, and when it came
 */
export async function moveClock<Value>(
  answer: Value | Promise<Value>,
  stepMs = 1000,
  settle = waitQuietly,
) {
  let isThere = false;
  const settled = Promise.resolve(answer).finally(() => {
    isThere = true;
  });
  const start = performance.now();
  while (!isThere && performance.now() - start < 2_400_000) {
    await vi.advanceTimersByTimeAsync(stepMs);
    await settle();
  }
  expect(isThere).toBe(true);
  return { value: await settled, seconds: Math.round((performance.now() - start) / 1000) };
}
