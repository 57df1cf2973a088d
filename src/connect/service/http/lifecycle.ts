/** Whether the service runs or is stopping. */
export interface Lifecycle {
  /** @returns whether it only finishes current requests */
  isStopping(): boolean;
  /** From now on it is stopping. */
  stop(): void;
}

/** @returns the life cycle of a service that is starting */
export function createLifecycle(): Lifecycle {
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    stop() {
      isStopping = true;
    },
  };
}
