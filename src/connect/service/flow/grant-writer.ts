import { withinTime, withoutWaitBudget } from '../basics/wait-budget.ts';
import type { Parts } from '../http/parts.ts';
import { createUnavailable, Refusal } from '../http/refusal.ts';
import { repeatDuringOutage } from '../store/transactions.ts';

declare module '../http/parts.ts' {
  interface Parts {
    readonly grantWriter: ReturnType<typeof createGrantWriter>;
  }
}

/** More than all simultaneous calls of the providers can give at once. */
const maxWaiting = 1000;
/** In milliseconds. Even after a provider that took its maximum time, the answer still reaches the page. */
const callerWaitMs = 4000;
/** In milliseconds. A failover takes less than a minute, but a repair by an operator takes longer. */
const patienceMs = 10 * 60 * 1000;
/** How often a stopping process repeats a write, once a second, before it must end. */
const maxRepeatsWhenStopping = 8;

/** A provider gives its results only once, so an outage of the database must not lose them. */
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
    /** Call it before asking a provider for a grant. 503 while too many writes wait for the database. */
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
