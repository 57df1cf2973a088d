import type { Logger } from './basics/logger.ts';
import type { Store } from './store/store.ts';

/** Deletes the rows of deleted applications in the background. */
export interface Deletions {
  /** Call it at the start, and after an application was deleted. */
  start(): void;
  /** Waits for the current transaction. The next start deletes the remaining rows. */
  stop(): Promise<void>;
}

/** Creates the worker; `start` begins the work. */
export function createDeletions({
  store,
  log,
}: {
  readonly store: Store;
  readonly log: Logger;
}): Deletions {
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  let isAskedAgain = false;

  async function work(): Promise<void> {
    do {
      isAskedAgain = false;
      try {
        await store.purgeDeleted(stopping.signal);
      } catch (error) {
        log.error({ err: error }, 'deleting the rows of deleted applications failed');
      }
    } while (isAskedAgain && !stopping.signal.aborted);
    working = undefined;
  }

  return {
    start() {
      isAskedAgain = true;
      if (!stopping.signal.aborted) working ??= work();
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
