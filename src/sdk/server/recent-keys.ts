/**
 * A set with two buckets. Keys are added to the newer one and looked up in both. When the newer one is full or old
 * enough, the older one is dropped and an empty one is started. So the expiry of single keys is not checked, and
 * time and memory do not grow with the number of keys.
 *
 * @param limits - a key is remembered for at least `lifetimeMs`, unless `capacity` newer ones were added
 */
export function createRecentKeys({
  lifetimeMs,
  capacity,
}: {
  lifetimeMs: number;
  capacity: number;
}) {
  let current = new Set<string>();
  let previous = new Set<string>();
  let startedAt = Date.now();

  return {
    /** @returns whether the key is new; it is remembered from now on */
    add(key: string): boolean {
      const now = Date.now();
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
