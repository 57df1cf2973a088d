import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../basics/clock.ts';
import type { Logger } from '../basics/logger.ts';
import type { Lease } from './claim-jobs.ts';
import type { Job } from './jobs.ts';

/** A loop that claims and runs the due jobs of one kind. */
export type JobLoop = ReturnType<typeof createJobLoop>;

interface JobLoopParts<Claimed extends Job> {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly name: string;
  readonly maxAtOnce: number;
  /**
   * A claimed job belongs to this process this long, in milliseconds. The lease outlives a run, so that only a killed
   * process loses its jobs. It is short, because until it ends, the jobs of a killed process count against the limit
   * of their queue.
   */
  readonly leaseMs: number;
  /** The time that `stop` waits for runs, in milliseconds. */
  readonly stopMs: number;
  /** Called before each search, to add jobs. When it rejects, jobs that are already in the queue still run. */
  readonly prepare?: () => Promise<void>;
  claim(lease: Lease): Promise<readonly Claimed[]>;
  run(job: Claimed): Promise<void>;
}

/** The loop waits this long after a run for more runs to end, in milliseconds. One search then replaces them all. */
const refillMs = 50;

export function createJobLoop<Claimed extends Job>(parts: JobLoopParts<Claimed>) {
  const { clock, log, name } = parts;
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  let isStopped = false;

  async function claim(): Promise<void> {
    const count = parts.maxAtOnce - underWay.size;
    if (isStopping || count === 0) return;
    const now = clock.now();
    const claimed = await parts.claim({ now, until: now + parts.leaseMs, count });
    for (const job of claimed) begin(job);
  }

  const claimInTurn = runInTurn(claim);

  async function prepareAndClaim(): Promise<void> {
    try {
      await parts.prepare?.();
    } finally {
      await claimInTurn();
    }
  }

  // The error is dropped, because the next poll reports an outage of the database.
  const refill = createDelay(() => claimInTurn().catch(() => {}));

  function begin(job: Claimed): void {
    const running = parts
      .run(job)
      .catch((error) => {
        // The job runs again when its lease ends. After `stop`, the database is closed, so the error is expected.
        if (!isStopped) log.error({ err: error, job_id: job.job_id }, `one of the ${name} failed`);
      })
      .finally(() => {
        underWay.delete(running);
        refill.runWithin(underWay.size === 0 ? 0 : refillMs);
      });
    underWay.add(running);
  }

  const poller = createPoller({
    work: prepareAndClaim,
    onError: (error) => log.error({ err: error }, `reading ${name} failed`),
    stopMs: parts.stopMs,
  });

  return {
    /** Looks for due jobs every second, until `stop`. */
    start: poller.start,
    /** Runs each due job now, instead of at the next poll. Resolves when every run has ended. */
    async runDue(): Promise<void> {
      await prepareAndClaim();
      while (underWay.size > 0) {
        await Promise.all(underWay);
        refill.cancel();
        await claimInTurn();
      }
    },
    /** Waits up to `stopMs` for runs in progress. A job that is still running then is repeated when its lease ends. */
    async stop(): Promise<void> {
      isStopping = true;
      refill.cancel();
      // Jobs that are being claimed at this moment still run. Otherwise they would wait until their lease ends.
      const begun = Promise.all([poller.stop(), claimInTurn().catch(() => {})]);
      const finished = begun.then(() => Promise.all(underWay));
      await Promise.race([finished, wait(parts.stopMs, undefined, { ref: false })]);
      isStopped = true;
    },
  };
}

/** Creates a function that runs `work` once at a time. Calls made during a run share the next run. */
function runInTurn(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let isNextPlanned = false;
  return () => {
    if (isNextPlanned) return running;
    isNextPlanned = true;
    running = running
      .catch(() => {})
      .then(() => {
        isNextPlanned = false;
        return work();
      });
    return running;
  };
}

/** Creates a timer for `work`. All calls made before it fires share one run. */
function createDelay(work: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    runWithin(ms: number): void {
      if (timer && ms > 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        work();
      }, ms).unref();
    },
    cancel(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

interface PollerParts {
  work(): Promise<void>;
  /** Called for the first failed poll of an outage, not for each one. */
  onError(error: unknown): void;
  /** The time that `stop` waits for the current poll, in milliseconds. */
  readonly stopMs: number;
}

const pollMs = 1000;

/** Creates a poller, which never runs its work twice at the same time. */
function createPoller({ work, onError, stopMs }: PollerParts) {
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
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([working, wait(stopMs, undefined, { ref: false })]);
    },
  };
}
