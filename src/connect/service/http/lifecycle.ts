/** Tells whether the service runs or is stopping. */
export interface Lifecycle {
  /** @returns whether the service is stopping: it only finishes current requests */
  isStopping(): boolean;
  /** Keeps the store open until this work has ended. It is for work that belongs to no request. */
  waitFor(work: Promise<void>): void;
  /**
   * Marks the service as stopping. Resolves when all such work has ended, or after ten seconds. Call it again after
   * the last requests, because they may add such work.
   */
  stop(): Promise<void>;
}

/** Short enough that the process ends within 15 seconds, including the steps that follow. */
const stopMs = 10_000;

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
