/** What to remember, and how much of it. */
export interface RecentKeysOptions {
  /** A key is known for at least this long, unless `capacity` newer ones have come. */
  readonly lifetimeMs: number;
  /** Half of the most keys that are kept. */
  readonly capacity: number;
}

/** Keys of the recent past. */
export interface RecentKeys {
  /** @returns whether the key was not known; from now on it is */
  add(key: string): boolean;
  /** Forgets a key. */
  delete(key: string): void;
  /** How many keys are kept. */
  readonly size: number;
}

/**
 * Two buckets that take turns: keys are added to the one, looked up in both. When the one is full or
 * old enough, it replaces the other and an empty one takes its place. No key is ever looked at again
 * to see whether it has expired, so time and memory do not grow with the number of keys.
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
