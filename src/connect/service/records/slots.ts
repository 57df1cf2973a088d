interface Patience {
  /** Aborted when the place is no longer needed. */
  readonly signal: AbortSignal;
  readonly maxMs: number;
}

interface Group {
  used: number;
  readonly waiting: Set<() => void>;
}

/** Limits simultaneous work for each key in this process. A free place goes to the request that has waited longest. */
export function createSlots({ max, maxWaiting }: Record<'max' | 'maxWaiting', number>) {
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
    /** Takes a place, and returns a function that frees it; undefined when no place became free in time. */
    async take(key: string, patience: Patience): Promise<(() => void) | undefined> {
      if (patience.signal.aborted) return undefined;
      const group = groups.get(key) ?? { used: 0, waiting: new Set() };
      groups.set(key, group);
      if (group.used < max) group.used += 1;
      else if (group.waiting.size >= maxWaiting) return undefined;
      else if (!(await waitIn(group, patience))) return undefined;
      let isBack = false;
      return () => {
        if (!isBack) giveBack(key, group);
        isBack = true;
      };
    },
  };
}

/** Waits for a place, which passes directly to the first waiter, so that `used` stays. False if none came in time. */
function waitIn({ waiting }: Group, { signal, maxMs }: Patience): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isFree: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      waiting.delete(begin);
      resolve(isFree);
    };
    const begin = () => end(true);
    const leave = () => end(false);
    const timer = setTimeout(leave, maxMs);
    waiting.add(begin);
    signal.addEventListener('abort', leave, { once: true });
  });
}
