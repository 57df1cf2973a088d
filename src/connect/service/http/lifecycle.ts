export type Lifecycle = ReturnType<typeof createLifecycle>;

/** The time that `stop` waits in all, in milliseconds, so that the process ends within 15 seconds. */
const stopMs = 10_000;

export function createLifecycle() {
  const working = new Set<Promise<void>>();
  let patience: Promise<void> | undefined;
  return {
    /** True when `stop` was called. A stopping service only finishes current requests. */
    isStopping: () => patience !== undefined,
    /** Makes `stop` wait for work that belongs to no request, so that the store stays open until the work has ended. */
    waitFor(work: Promise<void>): void {
      const ended = work.catch(() => {}).finally(() => working.delete(ended));
      working.add(ended);
    },
    /**
     * Marks the service as stopping. Resolves when the work passed to `waitFor` has ended, or ten seconds after the
     * first call. Call it again after the last requests, because they may add work.
     */
    async stop(): Promise<void> {
      patience ??= new Promise((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([Promise.all(working), patience]);
    },
  };
}
