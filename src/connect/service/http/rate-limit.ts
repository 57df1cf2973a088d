import type { Clock } from '../basics/clock.ts';
import type { RateCounters } from '../store/rate-counters.ts';
import { Refusal, toRetryAfter } from './refusal.ts';

export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface RateLimitParts {
  /** Separates the keys from those of other limiters. */
  readonly name: string;
  readonly clock: Clock;
  readonly counters: RateCounters;
}

interface Lease {
  /** Decremented in place, because every exchange takes one. */
  left: number;
  readonly windowEnd: number;
}

const maxLeases = 10_000;

/**
 * Counts in fixed windows. A high limit is counted in leases of a thousandth, so that a flood does not reach the
 * database. All processes together never exceed the limit.
 */
export function createRateLimiter(limit: RateLimit, parts: RateLimitParts) {
  const { name, clock, counters } = parts;
  const { max, windowMs } = limit;
  const leaseSize = Math.max(1, Math.floor(max / 1000));
  const leases = new Map<string, Lease>();

  function keep(key: string, lease: Lease): void {
    // A flood from so many addresses would fill the memory, so the database counts it.
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
    /**
     * Counts an action and checks the limit in one step, so that parallel requests cannot exceed it.
     *
     * @throws Refusal 429 `rate_limited` with `Retry-After` over the limit
     */
    async take(key: string): Promise<void> {
      const now = clock.now();
      if (takeFromLease(key, now)) return;
      const window = { now, end: now + windowMs };
      const { used, windowEnd } = await counters.add(`${name} ${key}`, leaseSize, window);
      const granted = Math.max(0, Math.min(leaseSize, max - (used - leaseSize)));
      // Parallel requests of this process may have leased the rest of the limit.
      const others = leases.get(key);
      const held = others?.windowEnd === windowEnd ? Math.max(0, others.left) : 0;
      const left = held + granted - 1;
      if (left >= 0) {
        if (leaseSize > 1) keep(key, { left, windowEnd });
        return;
      }
      // Remembered in memory, so that the rest of the flood costs nothing.
      keep(key, { left: -1, windowEnd });
      throw createRateLimited(windowEnd - now);
    },
  };
}

function createRateLimited(waitMs: number): Refusal {
  const headers = toRetryAfter(waitMs);
  const description = `Too many requests; try again in ${headers['Retry-After']} s.`;
  return new Refusal([429, 'rate_limited'], description, { retryable: true, headers });
}
