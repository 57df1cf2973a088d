import { expect, it } from 'vitest';
import { createJoiner } from '../../demo/service/store/joiner.ts';

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

it('gives the error of one to nobody else where that is worth it', async () => {
  const runs: (readonly string[])[] = [];
  const run = async (items: readonly string[]) => {
    runs.push(items);
    if (items.includes('bad')) throw new Error('refused');
    return items;
  };
  const split = createJoiner(run, { max: 10, isWorthSplitting: () => true });
  const whole = createJoiner(run, { max: 10 });

  const apart = await Promise.allSettled(['good', 'bad'].map((item) => split(item)));
  const together = await Promise.allSettled(['good', 'bad'].map((item) => whole(item)));

  expect(apart.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(runs).toEqual([['good', 'bad'], ['good'], ['bad'], ['good', 'bad']]);
});
