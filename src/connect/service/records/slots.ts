/** How many may work at a time, and how many may wait for that. */
export interface SlotLimits {
  readonly max: number;
  readonly maxWaiting: number;
}

/** A place to work in. */
export interface Slots {
  /**
   * @param key - the connection or the provider
   * @param signal - aborts when it is no longer needed
   * @returns gives the place back, only once; undefined when too many wait already
   * @throws the signal's reason
   */
  take(key: string, signal: AbortSignal): Promise<(() => void) | undefined>;
}

interface Group {
  used: number;
  readonly waiting: Set<() => void>;
}

/**
 * Bounds what is done at a time for each key, first come, first served.
 *
 * @returns the places of this process
 */
export function createSlots({ max, maxWaiting }: SlotLimits): Slots {
  const groups = new Map<string, Group>();

  function giveBack(key: string, group: Group): void {
    const [next] = group.waiting;
    if (next) {
      group.waiting.delete(next);
      next();
      return;
    }
    group.used -= 1;
    if (group.used === 0) groups.delete(key);
  }

  return {
    async take(key, signal) {
      const group = groups.get(key) ?? { used: 0, waiting: new Set() };
      groups.set(key, group);
      if (group.used < max) group.used += 1;
      else if (group.waiting.size < maxWaiting) await waitIn(group, signal);
      else return undefined;
      let isBack = false;
      return () => {
        if (!isBack) giveBack(key, group);
        isBack = true;
      };
    },
  };
}

/** A place that is given back passes to the first that waits, so `used` stays the same. */
function waitIn({ waiting }: Group, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(begin);
      reject(signal.reason);
    };
    waiting.add(begin);
    signal.addEventListener('abort', leave, { once: true });
  });
}
