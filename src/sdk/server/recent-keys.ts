/** How long keys are remembered, and how many. */
export interface RecentKeysOptions {
  /** A key is remembered for at least this long, unless `capacity` newer ones were added. */
  readonly lifetimeMs: number;
  /** Half of the maximum number of keys. */
  readonly capacity: number;
}

/** A set of recent keys. */
export interface RecentKeys {
  /** @returns whether the key is new; it is remembered from now on */
  add(key: string): boolean;
  /** Forgets a key. */
  delete(key: string): void;
  /** The number of remembered keys. */
  readonly size: number;
}

/**
 * A set with two buckets. Keys are added to the newer one and looked up in both. When the newer one is full or old
 * enough, the older one is dropped and an empty one is started. So the expiry of single keys is not checked, and
 * time and memory do not grow with the number of keys.
 */
export function createRecentKeys({ lifetimeMs, capacity }: RecentKeysOptions): RecentKeys {
  let current = new Set<string>();
  let previous = new Set<string>();
  let startedAt = Date.now();

  return {
    add(key) {
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
    delete(key) {
      current.delete(key);
      previous.delete(key);
    },
    get size() {
      return current.size + previous.size;
    },
  };
}
