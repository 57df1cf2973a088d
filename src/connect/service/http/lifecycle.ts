/** Tells whether the service runs or is stopping. */
export interface Lifecycle {
  /** @returns whether the service is stopping: it only finishes current requests */
  isStopping(): boolean;
  /** Marks the service as stopping. */
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
