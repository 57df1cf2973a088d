/** Whether the service is here to stay. */
export interface Lifecycle {
  /** @returns whether it finishes what is under way and wants no more */
  isStopping(): boolean;
  /** From now on it is stopping. */
  stop(): void;
}

/** @returns a life that has just begun */
export function createLifecycle(): Lifecycle {
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    stop() {
      isStopping = true;
    },
  };
}
