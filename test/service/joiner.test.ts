import { afterEach, describe, expect, it, vi } from 'vitest';
import { createJoiner } from '../../src/connect/service/store/joiner.ts';
import { isStoreUnavailable } from '../../src/connect/service/store/transactions.ts';

/** Batches that end when the test says so, and their items. */
function createRuns() {
  const runs: { readonly items: readonly string[]; end(error?: Error): void }[] = [];
  const run = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items));
      runs.push({ items, end });
    });
  return { runs, run };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes', () => {
  /** An item's first letter is its lane. */
  const laneOf = (item: string) => item.charAt(0);

  it('run beside each other, and take turns', async () => {
    const { runs, run } = createRuns();
    const join = createJoiner(run, { name: 'items', max: 2, concurrency: 2, laneOf });

    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((item) => join(item));
    await turn();
    const first = runs.map(({ items }) => items);
    runs[1]?.end();
    await turn();
    const second = runs.slice(2).map(({ items }) => items);
    runs[0]?.end();
    runs[2]?.end();
    await turn();
    runs[3]?.end();
    await Promise.all(all);

    expect(first).toEqual([['a1', 'a2'], ['b1']]);
    // The lane that has been served waits behind the one that has not.
    expect(second).toEqual([['c1']]);
    expect(runs[3]?.items).toEqual(['a3']);
  });

  it('have one batch at a time, so that a busy one leaves a place to another', async () => {
    const { runs, run } = createRuns();
    const join = createJoiner(run, { name: 'items', max: 9, concurrency: 2, laneOf });

    const all = [join('a1')];
    await turn();
    all.push(join('a2'));
    await turn();
    all.push(join('a3'), join('b1'));
    await turn();
    const first = runs.map(({ items }) => items);
    for (const index of [0, 1]) runs[index]?.end();
    await turn();
    runs[2]?.end();
    await Promise.all(all);

    expect(first).toEqual([['a1'], ['b1']]);
    expect(runs[2]?.items).toEqual(['a2', 'a3']);
  });
});

describe('what waits has a bound', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('an item is rejected after five seconds, unless its batch has begun', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { runs, run } = createRuns();
    const join = createJoiner(run, { name: 'items', max: 10 });

    const begun = join('a');
    await turn();
    const late = join('b').catch(isStoreUnavailable);
    vi.advanceTimersByTime(4999);
    const inTime = join('c');
    vi.advanceTimersByTime(1);
    runs[0]?.end();
    await turn();
    runs[1]?.end();

    expect(await late).toBe(true);
    expect(await Promise.all([begun, inTime])).toEqual(['a', 'c']);
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['c']]);
  });

  it('the 5,001st item is rejected at once, and the next one has a place again', async () => {
    const { runs, run } = createRuns();
    const join = createJoiner(run, { name: 'items', max: 5000 });
    const first = join('first');
    await turn();
    const waiting = Array.from({ length: 5000 }, (_, index) => join(String(index)));

    const surplus = await join('surplus').catch(isStoreUnavailable);
    runs[0]?.end();
    await turn();
    const later = join('later');
    runs[1]?.end();
    await turn();
    runs[2]?.end();

    expect(surplus).toBe(true);
    expect(await Promise.all([first, ...waiting, later])).toHaveLength(5002);
  });

  it('an item without a caller is not run', async () => {
    const { runs, run } = createRuns();
    const gone = new Set<string>();
    const join = createJoiner(run, {
      name: 'items',
      max: 10,
      isAbandoned: (item) => gone.has(item),
    });

    const begun = join('a');
    await turn();
    const left = join('b').catch(isStoreUnavailable);
    const stays = join('c');
    gone.add('b');
    runs[0]?.end();
    await turn();
    runs[1]?.end();

    expect(await left).toBe(true);
    expect(await Promise.all([begun, stays])).toEqual(['a', 'c']);
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['c']]);
  });
});

describe('a batch that has failed', () => {
  /** Every batch with one of these items fails. */
  const createFailing = (failing: readonly string[], isPartial = true) => {
    const runs: (readonly string[])[] = [];
    const run = async (items: readonly string[]) => {
      runs.push(items);
      if (items.some((item) => failing.includes(item))) throw new Error('locked');
      return items;
    };
    return {
      runs,
      join: createJoiner(run, { name: 'items', max: 64, isPartial: () => isPartial }),
    };
  };

  it('does not fail the others: each item is tried alone', async () => {
    const { runs, join } = createFailing(['b']);

    const settled = await Promise.allSettled(['a', 'b', 'c'].map(join));

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  });

  it('is not tried again after an error that no item can escape', async () => {
    const { runs, join } = createFailing(['a'], false);

    const settled = await Promise.allSettled(['a', 'b'].map(join));

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toHaveLength(1);
  });
});
