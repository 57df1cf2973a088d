/** Tells whether the service runs or is stopping. */
export interface Lifecycle {
  /** @returns whether the service is stopping: it only finishes current requests */
  isStopping(): boolean;
  /** Keeps the store open until this work has ended. The work belongs to no request. */
  waitFor(work: Promise<void>): void;
  /**
   * Marks the service as stopping. Resolves when no such work is under way, or after ten seconds. The last requests
   * may leave such work, so it is called again after them.
   */
  stop(): Promise<void>;
}

/** With what comes after it, the process ends within 15 seconds. */
const stopMs = 10_000;

/** @returns the life cycle of a service that is starting */
export function createLifecycle(): Lifecycle {
  const working = new Set<Promise<void>>();
  let patience: Promise<void> | undefined;
  return {
    isStopping: () => patience !== undefined,
    waitFor(work) {
      const ended = work.catch(() => {}).finally(() => working.delete(ended));
      working.add(ended);
    },
    async stop() {
      patience ??= new Promise((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([Promise.all(working), patience]);
    },
  };
}
