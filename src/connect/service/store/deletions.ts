import type { Logger } from '../logger.ts';
import type { Store } from './store.ts';

/** Deletes the rows of deleted applications in the background. */
export interface Deletions {
  /** There may be something to do. */
  start(): void;
  /** Ends when the transaction that is under way has ended; the rest is for the next start. */
  stop(): Promise<void>;
}

/**
 * @param parts - the store, and the log for what fails
 * @returns the worker, which has not begun
 */
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
