/** A key is remembered for at least `lifetimeMs` milliseconds, unless `capacity` newer keys are added. */
export function createRecentKeys(lifetimeMs: number, capacity = 10_000) {
  let current = new Set<string>();
  let previous = new Set<string>();
  let startedAt = Date.now();

  return {
    /** @returns false if the set already had the key */
    add(key: string): boolean {
      const now = Date.now();
      // Keys are added to the newer bucket. Dropping the older one limits memory, and no key needs a separate expiry.
      if (current.size >= capacity || now - startedAt >= lifetimeMs) {
        previous = current;
        current = new Set();
        startedAt = now;
      }
      if (current.has(key) || previous.has(key)) return false;
      current.add(key);
      return true;
    },
    delete(key: string): void {
      current.delete(key);
      previous.delete(key);
    },
    get size(): number {
      return current.size + previous.size;
    },
  };
}

export type RecentKeys = ReturnType<typeof createRecentKeys>;
