import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';

/** How many per window. */
export interface RateLimit {
  readonly max: number;
  /** In milliseconds. */
  readonly windowMs: number;
}

/** Counts what one caller does, and says when it is too much. */
export interface RateLimiter {
  /**
   * @param key - whose count is looked at
   * @throws Refusal 429 `rate_limited` with `Retry-After` when the count has reached the limit
   */
  assertBelow(key: string): void;
  /** @param key - whose count goes up by one */
  count(key: string): void;
}

/**
 * Counts in fixed windows, in memory: a limit for each process is enough to stop a flood, and the
 * whole table goes with its window, so it cannot grow for ever.
 *
 * @param limit - how many per window
 * @param clock - what time it is
 * @returns the limiter
 */
export function createRateLimiter({ max, windowMs }: RateLimit, clock: Clock): RateLimiter {
  const counts = new Map<string, number>();
  let windowEnd = 0;

  function roll(): void {
    const now = clock.now();
    if (now < windowEnd) return;
    counts.clear();
    windowEnd = now + windowMs;
  }

  return {
    assertBelow(key) {
      roll();
      if ((counts.get(key) ?? 0) < max) return;
      const seconds = Math.max(1, Math.ceil((windowEnd - clock.now()) / 1000));
      throw new Refusal([429, 'rate_limited'], `Too many requests; try again in ${seconds} s.`, {
        retryable: true,
        headers: { 'Retry-After': String(seconds) },
      });
    },
    count(key) {
      roll();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
}
