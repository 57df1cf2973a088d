import { describe, expect, it } from 'vitest';
import { createJoiner, type JoinOptions } from '../../src/connect/service/store/postgres/joiner.ts';

/** Runs that end when the test says so, and what each was given. */
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

it('joins what is asked for in one turn, and what comes while that is under way', async () => {
  const { runs, run } = createRuns();
  const join = createJoiner(run, { max: 10 });

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

it('has as many under way as it has lanes, and no more', async () => {
  const { runs, run } = createRuns();
  const join = createJoiner(run, { max: 10, lanes: 2 });

  const all: Promise<string>[] = [];
  for (const item of ['a', 'b', 'c', 'd']) {
    all.push(join(item));
    await turn();
  }
  const before = runs.map(({ items }) => items);
  runs[1]?.end();
  await all[1];
  await turn();
  const after = runs.map(({ items }) => items);
  for (const { end } of runs) end();

  expect(before).toEqual([['a'], ['b']]);
  expect(after).toEqual([['a'], ['b'], ['c', 'd']]);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

it('leaves what has no room, or the same key, to the next one', async () => {
  const { runs, run } = createRuns();
  const join = createJoiner(run, { max: 2, keyOf: (item) => item });

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

it('gives the error of one to no one else where that is worth it', async () => {
  const runs: (readonly string[])[] = [];
  const run = async (items: readonly string[]) => {
    runs.push(items);
    if (items.includes('bad')) throw new Error('refused');
    return items;
  };
  const split = createJoiner(run, { max: 10, split: () => 'items' });
  const whole = createJoiner(run, { max: 10 });

  const apart = await Promise.allSettled(['good', 'bad'].map((item) => split(item)));
  const together = await Promise.allSettled(['good', 'bad'].map((item) => whole(item)));

  expect(apart.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(runs).toEqual([['good', 'bad'], ['good'], ['bad'], ['good', 'bad']]);
});

describe('what has waited in vain', () => {
  /** Fails whatever has an item of these groups in it; the first letter is the group. */
  const createLocked = (...locked: readonly string[]) => {
    const runs: (readonly string[])[] = [];
    const run = async (items: readonly string[]) => {
      runs.push(items);
      if (items.some((item) => locked.includes(item.charAt(0)))) throw new Error('locked');
      return items;
    };
    const options = { max: 64, split: () => 'groups', groupOf: (item: string) => item.charAt(0) };
    return { runs, join: createJoiner(run, options as JoinOptions<string>) };
  };

  it('waits once more by group, not by item', async () => {
    const { runs, join } = createLocked('a');

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

  it('does not wait once more where all are of one group', async () => {
    const { runs, join } = createLocked('a');

    const settled = await Promise.allSettled(['a1', 'a2', 'a3'].map(join));

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(runs).toHaveLength(1);
  });

  it('waits four times at most, however many groups there are', async () => {
    const groups = [...'abcdefghijklmnopqrstuvwxyz'];
    const { runs, join } = createLocked(...groups);
    const control = createLocked('z');

    const settled = await Promise.allSettled(groups.map((group) => join(group)));
    const others = await Promise.allSettled(groups.map((group) => control.join(group)));

    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toHaveLength(4);
    expect(others.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
