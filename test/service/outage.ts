import { vi } from 'vitest';
import type { Store } from '../../src/connect/service/store/store.ts';
import { moveClock, waitQuietly } from './stopped-clock.ts';
import { wrapStore } from './wrap-store.ts';

/** A store whose database the test takes away, and a clock that only the test moves. */
interface Outage {
  /** Every query fails from now on. */
  takeAway(): void;
  giveBack(): void;
  /** The same for a time of the stopped clock. */
  takeAwayFor(durationMs: number): void;
  /** The next call of this method is done, and its answer is lost, as when a connection breaks after COMMIT. */
  loseAnswer(method: string): void;
  /** Moves the stopped clock by so many seconds, each when no query is under way. */
  pass(seconds: number): Promise<void>;
  /**
   * Moves the stopped clock until an answer is there.
   *
   * @returns the answer, and the seconds until then
   */
  move<Value>(answer: Value | Promise<Value>): Promise<{ value: Value; seconds: number }>;
}

/** @returns an error of a connection that was cut */
export const createOutageError = () =>
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });

/** @param store - whose methods it replaces */
export function prepareOutage(store: Store): Outage {
  let isAway = false;
  let underWay = 0;
  const lost = new Set<string>();
  wrapStore(store, async (call, name) => {
    if (isAway) throw createOutageError();
    underWay += 1;
    try {
      const result = await call();
      if (lost.delete(name)) throw createOutageError();
      return result;
    } finally {
      underWay -= 1;
    }
  });

  async function settle(): Promise<void> {
    do await waitQuietly();
    while (underWay > 0);
  }

  const takeAway = () => {
    isAway = true;
  };
  const giveBack = () => {
    isAway = false;
  };
  return {
    takeAway,
    giveBack,
    takeAwayFor(durationMs) {
      takeAway();
      setTimeout(giveBack, durationMs);
    },
    loseAnswer: (method) => void lost.add(method),
    async pass(seconds) {
      await settle();
      for (let count = 0; count < seconds; count += 1) {
        await vi.advanceTimersByTimeAsync(1000);
        await settle();
      }
    },
    async move(answer) {
      // The request begins before the clock moves, so that its own time is not over early.
      await settle();
      return await moveClock(answer, 1000, settle);
    },
  };
}
