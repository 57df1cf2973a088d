/** Work that is repeated every second. */
export interface Poller {
  /** Starts to repeat the work, until it is stopped. */
  start(): void;
  /** Stops repeating, and waits briefly for work in progress. */
  stop(): Promise<void>;
}

interface PollerParts {
  work(): Promise<void>;
  /** Called once for an outage, not every second. */
  onError(error: unknown): void;
  /** How long `stop` waits, in milliseconds. */
  readonly stopMs: number;
}

const pollMs = 1000;

/**
 * @param parts - the work, which never runs twice at the same time
 * @returns a poller that has not started
 */
export function createPoller({ work, onError, stopMs }: PollerParts): Poller {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let isStopped = false;
  let isFailing = false;

  async function poll(): Promise<void> {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isStopped && !isFailing) onError(error);
      isFailing = true;
    }
    if (!isStopped) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      working = poll();
    }, pollMs).unref();
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, stopMs).unref())]);
    },
  };
}
