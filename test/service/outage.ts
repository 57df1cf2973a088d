import { expect, vi } from 'vitest';
import type { Store } from '../../src/connect/service/store/store.ts';

type Method = (...given: readonly unknown[]) => unknown;
type Part = Record<string, Method>;

/** A store whose database the test takes away, and a clock that only the test moves. */
interface Outage {
  /** Every query fails from now on. */
  takeAway(): void;
  giveBack(): void;
  /** The same for a time of the stopped clock. */
  takeAwayFor(durationMs: number): void;
  /** The next call is done, and its answer is lost, as when a connection breaks after COMMIT. */
  loseAnswer(part: keyof Store, name: string): void;
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

const pause = globalThis.setTimeout;
/** This is longer than the service takes between two queries. */
const quietMs = 10;

/** @param store - whose methods it replaces */
export function prepareOutage(store: Store): Outage {
  let isAway = false;
  let underWay = 0;
  const lost = new Set<Method>();

  async function call(method: Method, given: readonly unknown[]): Promise<unknown> {
    if (isAway) throw createOutageError();
    underWay += 1;
    try {
      const result = await method(...given);
      if (lost.delete(method)) throw createOutageError();
      return result;
    } finally {
      underWay -= 1;
    }
  }

  const methods = new Map<string, Method>();
  for (const [key, part] of Object.entries(store)) {
    if (typeof part !== 'object' || part === null) continue;
    for (const [name, method] of Object.entries(part as Part)) {
      if (typeof method !== 'function') continue;
      methods.set(`${key}.${name}`, method);
      (part as Part)[name] = (...given) => call(method, given);
    }
  }

  async function pass(seconds: number): Promise<void> {
    for (let count = 0; count <= seconds; count += 1) {
      do await new Promise((resolve) => pause(resolve, quietMs));
      while (underWay > 0);
      if (count < seconds) await vi.advanceTimersByTimeAsync(1000);
    }
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
    loseAnswer(part, name) {
      const method = methods.get(`${part}.${name}`);
      if (!method) throw new Error(`The store has no ${part}.${name}.`);
      lost.add(method);
    },
    pass,
    async move(answer) {
      let isThere = false;
      const settled = Promise.resolve(answer).finally(() => {
        isThere = true;
      });
      let seconds = 0;
      for (await pass(0); !isThere && seconds < 100; seconds += 1) await pass(1);
      expect(isThere).toBe(true);
      return { value: await settled, seconds };
    },
  };
}
