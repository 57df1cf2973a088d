import { describe, expect, it } from 'vitest';
import { createJoiner } from '../../src/connect/service/store/joiner.ts';

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

it('joins the items of one turn, and those that arrive during a batch', async () => {
  const { runs, run } = createRuns();
  const join = createJoiner(run, { name: 'items', max: 10 });

  const first = [join('a'), join('b')];
  await turn();
  const second = [join('c'), join('d')];
  await turn();
  runs[0]?.end();
  await Promise.all(first);
  await turn();
  runs[1]?.end();

  expect(await Promise.all([...first, ...second])).toEqual(['a', 'b', 'c', 'd']);
  expect(runs.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('leaves items beyond the maximum, or with the same key, for the next batch', async () => {
  const { runs, run } = createRuns();
  const join = createJoiner(run, { name: 'items', max: 2, keyOf: (item) => item });

  const all = ['a', 'a', 'b', 'c'].map((item) => join(item));
  for (let count = 1; count <= 3; count += 1) {
    await turn();
    runs.at(-1)?.end();
    await turn();
  }

  expect(await Promise.all(all)).toEqual(['a', 'a', 'b', 'c']);
  expect(runs.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ]);
});

describe('a batch that has waited for a lock in vain', () => {
  /** Every batch with an item of these groups fails. An item's first letter is its group. */
  const createLocked = (locked: readonly string[], isPartial = true) => {
    const runs: (readonly string[])[] = [];
    const run = async (items: readonly string[]) => {
      runs.push(items);
      if (items.some((item) => locked.includes(item.charAt(0)))) throw new Error('locked');
      return items;
    };
    const retry = { isPartial: () => isPartial, groupOf: (item: string) => item.charAt(0) };
    return { runs, join: createJoiner(run, { name: 'items', max: 64, retry }) };
  };

  it('is retried by group, not by item', async () => {
    const { runs, join } = createLocked(['a']);

    const settled = await Promise.allSettled(['a1', 'a2', 'b1', 'a3', 'b2'].map(join));

    expect(settled.map(({ status }) => status)).toEqual([
      ...['rejected', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
    ]);
    expect(runs).toEqual([
      ['a1', 'a2', 'b1', 'a3', 'b2'],
      ['a1', 'a2', 'a3'],
      ['b1', 'b2'],
    ]);
  });

  it('is not retried when it has one group', async () => {
    const { runs, join } = createLocked(['a']);

    const settled = await Promise.allSettled(['a1', 'a2', 'a3'].map(join));

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(runs).toHaveLength(1);
  });

  it('is not retried after an error that no part can escape', async () => {
    const { runs, join } = createLocked(['a'], false);

    const settled = await Promise.allSettled(['a1', 'b1'].map(join));

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toHaveLength(1);
  });

  it('is retried at most three times, however many groups it has', async () => {
    const groups = [...'abcdefghijklmnopqrstuvwxyz'];
    const { runs, join } = createLocked(groups);
    const control = createLocked(['z']);

    const settled = await Promise.allSettled(groups.map((group) => join(group)));
    const others = await Promise.allSettled(groups.map((group) => control.join(group)));

    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toHaveLength(4);
    expect(others.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
