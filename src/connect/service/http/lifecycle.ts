/** Tells whether the service runs or is stopping. */
export interface Lifecycle {
  /** @returns whether the service is stopping: it only finishes current requests */
  isStopping(): boolean;
  /** Keeps the store open until this work has ended. The work belongs to no request. */
  waitFor(work: Promise<void>): void;
  /** Marks the service as stopping. Resolves when no such work is under way. */
  stop(): Promise<void>;
}

/** @returns the life cycle of a service that is starting */
export function createLifecycle(): Lifecycle {
  let isStopping = false;
  let working: Promise<unknown> = Promise.resolve();
  return {
    isStopping: () => isStopping,
    waitFor(work) {
      working = Promise.allSettled([working, work]);
    },
    async stop() {
      isStopping = true;
      await working;
    },
  };
}
