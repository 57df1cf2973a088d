import type { Clock } from '../basics/clock.ts';
import { isAhead } from '../store/batches.ts';
import type { RateCounters } from '../store/rate-counters.ts';
import { Refusal, toRetryAfter } from './refusal.ts';

export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface RateLimitParts {
  /** Separates the keys of this limiter from those of other limiters. */
  readonly name: string;
  readonly clock: Clock;
  readonly counters: RateCounters;
}

interface Lease {
  /** The actions that the lease still allows; below 0 when the limit is reached. Decremented in place, for speed. */
  left: number;
  readonly windowEnd: number;
}

const maxLeases = 10_000;

/**
 * Creates a limiter that counts in fixed windows. When a limit is high, a process takes a lease, which is a
 * thousandth of it, and counts that in memory. So a flood does not reach the database, and all processes together
 * never exceed the limit.
 */
export function createRateLimiter(limit: RateLimit, parts: RateLimitParts) {
  const { name, clock, counters } = parts;
  const { max, windowMs } = limit;
  const leaseSize = Math.max(1, Math.floor(max / 1000));
  const leases = new Map<string, Lease>();

  function keep(key: string, lease: Lease): void {
    // The leases of a flood from so many addresses would fill the memory. Without them, the database counts it.
    if (leases.size >= maxLeases) leases.clear();
    leases.set(key, lease);
  }

  function takeFromLease(key: string, now: number): boolean {
    const lease = leases.get(key);
    if (!lease || !isAhead(lease.windowEnd, now)) return false;
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
      // Another request of this process may have taken a lease at the same time.
      const others = leases.get(key);
      const held = others?.windowEnd === windowEnd ? Math.max(0, others.left) : 0;
      const left = held + granted - 1;
      if (left >= 0) {
        if (leaseSize > 1) keep(key, { left, windowEnd });
        return;
      }
      // The refusal is kept in memory, so that the rest of the flood does not reach the database.
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
