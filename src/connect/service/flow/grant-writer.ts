import { withinTime, withoutWaitBudget } from '../basics/wait-budget.ts';
import type { Parts } from '../http/parts.ts';
import { createUnavailable, Refusal } from '../http/refusal.ts';
import { repeatDuringOutage } from '../store/transactions.ts';

/** The maximum number of waiting writes. All simultaneous calls of providers need fewer. */
const maxWaiting = 1000;
/** The wait of a caller for its write, in milliseconds. Even after the slowest provider, the page is answered. */
const callerWaitMs = 4000;
/** The time that a write is repeated, in milliseconds. A failover takes less than a minute, a repair longer. */
const patienceMs = 10 * 60 * 1000;
/** A stopping process repeats a write at most this many times, once a second, before it must end. */
const maxRepeatsWhenStopping = 8;

/** Creates the writer of grants. A provider gives a grant once, so an outage of the database must not lose it. */
export function createGrantWriter({ lifecycle, log }: Pick<Parts, 'lifecycle' | 'log'>) {
  let waiting = 0;

  function start<Result>(write: () => Promise<Result>): Promise<Result> {
    let repeatsLeft = maxRepeatsWhenStopping;
    const mayRepeat = (elapsedMs: number) => {
      if (lifecycle.isStopping()) repeatsLeft -= 1;
      return elapsedMs < patienceMs && repeatsLeft >= 0;
    };
    waiting += 1;
    const repeating = withoutWaitBudget(() => repeatDuringOutage(write, mayRepeat));
    const writing = repeating.finally(() => {
      waiting -= 1;
    });
    const ended = writing.then(
      () => {},
      (error) => {
        if (!(error instanceof Refusal)) log.error({ err: error }, 'a grant was not stored');
      },
    );
    lifecycle.waitFor(ended);
    return writing;
  }

  return {
    /** Throws 503 while too many writes wait for the database. Call it before asking a provider for a grant. */
    assertRoom(): void {
      if (waiting >= maxWaiting) throw createUnavailable('The database does not answer.');
    },
    /**
     * Repeats the write while the database is unavailable. The caller waits only a few seconds; the write continues.
     *
     * @param write - may run more than once
     * @throws Refusal 503 `server_error` when the caller stops waiting; and the errors of `write`
     */
    async write<Result>(write: () => Promise<Result>): Promise<Result> {
      return await withinTime(callerWaitMs, start(write), () => {
        log.warn('a grant waits for the database');
        return createUnavailable('The database does not answer.');
      });
    },
    /** Like `write`, but no caller waits for it. */
    writeLater: (write: () => Promise<void>) => void start(write).catch(() => {}),
  };
}
