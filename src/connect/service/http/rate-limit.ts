import type { Clock } from '../clock.ts';
import type { RateCounters } from '../store/rate-counters.ts';
import { Refusal, toRetryAfter } from './refusal.ts';

/** How many per window. */
export interface RateLimit {
  readonly max: number;
  /** In milliseconds. */
  readonly windowMs: number;
}

/** Counts what one caller does, and says when it is too much. */
export interface RateLimiter {
  /**
   * Checks and counts in one step, so that parallel requests cannot pass the limit together.
   *
   * @param key - whose count goes up
   * @throws Refusal 429 `rate_limited` with `Retry-After` when the limit was reached before
   */
  take(key: string): Promise<void>;
  /**
   * @param key - whose count is looked at
   * @throws Refusal 429 `rate_limited` with `Retry-After` when the count has reached the limit
   */
  assertBelow(key: string): Promise<void>;
  /** @returns what `assertBelow` looks at, for a statement that looks at it itself */
  describe(key: string): { readonly key: string; readonly max: number };
}

/** Where and when a limiter counts. */
export interface RateLimitParts {
  /** Sets its keys apart from those of other limiters. */
  readonly name: string;
  readonly clock: Clock;
  readonly counters: RateCounters;
}

interface Lease {
  /** Decremented in place: every exchange takes one. */
  left: number;
  readonly windowEnd: number;
}

const maxLeases = 10_000;

/**
 * Counts in fixed windows. A generous limit is counted in leases of a thousandth, so that a flood
 * does not reach the database; all processes together never let more pass than the limit.
 *
 * @param limit - how many per window
 * @param parts - where and when it counts
 * @returns the limiter
 */
export function createRateLimiter(limit: RateLimit, parts: RateLimitParts): RateLimiter {
  const { name, clock, counters } = parts;
  const { max, windowMs } = limit;
  const leaseSize = Math.max(1, Math.floor(max / 1000));
  const leases = new Map<string, Lease>();

  function keep(key: string, lease: Lease): void {
    // A flood from this many addresses is better counted by the database than kept here.
    if (leases.size >= maxLeases) leases.clear();
    leases.set(key, lease);
  }

  function takeFromLease(key: string, now: number): boolean {
    const lease = leases.get(key);
    if (!lease || lease.windowEnd <= now) return false;
    if (lease.left < 0) throw createRateLimited(lease.windowEnd - now);
    if (lease.left === 0) return false;
    lease.left -= 1;
    return true;
  }

  return {
    async take(key) {
      const now = clock.now();
      if (takeFromLease(key, now)) return;
      const window = { now, end: now + windowMs };
      const { used, windowEnd } = await counters.add(`${name} ${key}`, leaseSize, window);
      const left = Math.min(leaseSize, max - (used - leaseSize)) - 1;
      if (left >= 0 && leaseSize > 1) {
        const others = leases.get(key);
        const held = others?.windowEnd === windowEnd ? Math.max(0, others.left) : 0;
        keep(key, { left: left + held, windowEnd });
      }
      if (left >= 0) return;
      // Remembered, so that the rest of the flood costs nothing.
      keep(key, { left: -1, windowEnd });
      throw createRateLimited(windowEnd - now);
    },
    async assertBelow(key) {
      const now = clock.now();
      const { used, windowEnd } = await counters.read(`${name} ${key}`, now);
      if (used >= max) throw createRateLimited(windowEnd - now);
    },
    describe: (key) => ({ key: `${name} ${key}`, max }),
  };
}

function createRateLimited(waitMs: number): Refusal {
  const headers = toRetryAfter(waitMs);
  const description = `Too many requests; try again in ${headers['Retry-After']} s.`;
  return new Refusal([429, 'rate_limited'], description, { retryable: true, headers });
}
