import { withoutWaitBudget } from '../basics/wait-budget.ts';
import { withinTime } from '../basics/within-time.ts';
import { createUnavailable } from '../http/answers.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { repeatDuringOutage } from '../store/repeat-during-outage.ts';

/** Writes what providers have given. They give it once, so an outage of the database must not lose it. */
export interface GrantWriter {
  /**
   * Call it before a provider is asked for a grant.
   *
   * @throws Refusal 503 `server_error` while too many others wait for the database
   */
  assertRoom(): void;
  /**
   * Repeats the write while the database is away. The caller waits for a few seconds only; the write goes on.
   *
   * @param write - may run more than once
   * @returns the result of the write
   * @throws Refusal 503 `server_error` when the caller need not wait any longer; and as `write`
   */
  write<Result>(write: () => Promise<Result>): Promise<Result>;
  /** The same without a caller that waits. */
  writeLater(write: () => Promise<void>): void;
}

/** More than all places at the providers give at once. */
const maxWaiting = 1000;
/** After a provider that took its whole time, the answer still reaches the page. */
const callerWaitMs = 4000;
/** A failover takes less than a minute, and an operator who mends something takes longer. */
const patienceMs = 10 * 60 * 1000;
/** A process that stops repeats a write so often, once a second. Then it must end. */
const maxRepeatsWhenStopping = 8;

/** @returns the writer of this process */
export function createGrantWriter({
  lifecycle,
  log,
}: Pick<Parts, 'lifecycle' | 'log'>): GrantWriter {
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
    assertRoom() {
      if (waiting >= maxWaiting) throw createUnavailable('The database does not answer.');
    },
    async write(write) {
      return await withinTime(callerWaitMs, start(write), () => {
        log.warn('a grant waits for the database');
        return createUnavailable('The database does not answer.');
      });
    },
    writeLater: (write) => void start(write).catch(() => {}),
  };
}
