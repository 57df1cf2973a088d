import { describe, expect, it, vi } from 'vitest';
import { createJoiner, type JoinOptions } from '../../src/connect/service/store/joiner.ts';
import { isStoreUnavailable } from '../../src/connect/service/store/transactions.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Batches that end when the test says so, and their items. */
function createRuns(options: Omit<JoinOptions<string>, 'name'>) {
  const batches: { readonly items: readonly string[]; end(): void }[] = [];
  const run = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve) => {
      batches.push({ items, end: () => resolve(items) });
    });
  return {
    join: createJoiner(run, { name: 'items', ...options }),
    listItems: () => batches.map(({ items }) => items),
    /** Ends these batches, and lets the next ones begin. */
    async end(...indexes: readonly number[]) {
      for (const index of indexes) batches[index]?.end();
      await turn();
    },
  };
}

it('lanes run beside each other, and take turns', async () => {
  // An item's first letter is its lane.
  const laneOf = (item: string) => item.charAt(0);
  const { join, listItems, end } = createRuns({ max: 2, concurrency: 2, laneOf });

  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((item) => join(item));
  await turn();
  const first = listItems();
  await end(1);
  const second = listItems().slice(2);
  await end(0, 2);
  await end(3);
  await Promise.all(all);

  expect(first).toEqual([['a1', 'a2'], ['b1']]);
  // The lane that has been served waits behind the one that has not.
  expect(second).toEqual([['c1']]);
  expect(listItems().slice(3)).toEqual([['a3']]);
});

describe('what waits has a bound', () => {
  it('an item is rejected after five seconds, unless its batch has begun', async () => {
    // Fake timers would need seconds for so many.
    const deadlines = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
    const { join, listItems, end } = createRuns({ max: 10 });

    const begun = join('a');
    await turn();
    const late = Array.from({ length: 4999 }, () => join('b').catch(isStoreUnavailable));
    const passed = [...deadlines.mock.calls];
    const inTime = join('c');
    for (const [giveUp] of passed) giveUp();
    // It has the place of one that was rejected.
    const next = join('d');
    await end(0);
    await end(1);

    expect(new Set(passed.map(([, ms]) => ms))).toEqual(new Set([5000]));
    expect(new Set(await Promise.all(late))).toEqual(new Set([true]));
    expect(await Promise.all([begun, inTime, next])).toEqual(['a', 'c', 'd']);
    expect(listItems()).toEqual([['a'], ['c', 'd']]);
  });

  it('the 5,001st item is rejected at once, and the next one has a place again', async () => {
    const { join, end } = createRuns({ max: 5000 });
    const first = join('first');
    await turn();
    const waiting = Array.from({ length: 5000 }, (_, index) => join(String(index)));

    const surplus = await join('surplus').catch(isStoreUnavailable);
    await end(0);
    const later = join('later');
    await end(1);
    await end(2);

    expect(surplus).toBe(true);
    expect(await Promise.all([first, ...waiting, later])).toHaveLength(5002);
  });

  it('an item without a caller is not run', async () => {
    const gone = new Set<string>();
    const { join, listItems, end } = createRuns({ max: 10, isAbandoned: (item) => gone.has(item) });

    const begun = join('a');
    await turn();
    const left = join('b').catch(isStoreUnavailable);
    const stays = join('c');
    gone.add('b');
    await end(0);
    await end(1);

    expect(await left).toBe(true);
    expect(await Promise.all([begun, stays])).toEqual(['a', 'c']);
    expect(listItems()).toEqual([['a'], ['c']]);
  });
});

it('a batch that has failed does not fail the others: each item is tried alone, until three have failed', async () => {
  const runs: (readonly string[])[] = [];
  const run = async (items: readonly string[]) => {
    runs.push(items);
    if (/[bcd]/.test(items.join())) throw new Error('locked');
    return items;
  };
  const join = createJoiner(run, { name: 'items', max: 64, isPartial: () => true });

  const settled = await Promise.allSettled(['b', 'a', 'c', 'd', 'e'].map(join));

  const done = settled.map(({ status }) => status === 'fulfilled');
  expect(done).toEqual([false, true, false, false, false]);
  expect(runs).toEqual([['b', 'a', 'c', 'd', 'e'], ['b'], ['a'], ['c'], ['d']]);
});
