export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Short enough that the process ends within 15 seconds, including the steps that follow. */
const stopMs = 10_000;

export function createLifecycle() {
  const working = new Set<Promise<void>>();
  let patience: Promise<void> | undefined;
  return {
    /** A service that is stopping only finishes current requests. */
    isStopping: () => patience !== undefined,
    /** Keeps the store open until work that belongs to no request has ended. */
    waitFor(work: Promise<void>): void {
      const ended = work.catch(() => {}).finally(() => working.delete(ended));
      working.add(ended);
    },
    /**
     * Marks the service as stopping. Resolves when the work of `waitFor` has ended, or after ten seconds. Call it
     * again after the last requests, because they may add work.
     */
    async stop(): Promise<void> {
      patience ??= new Promise((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([Promise.all(working), patience]);
    },
  };
}
