/** How {@link createJoiner} joins. */
export interface JoinOptions<Item> {
  /** How many go together at most. */
  readonly max: number;
  /** How many batches may be under way at once; default: one. */
  readonly lanes?: number;
  /** Two items with the same key never go together; default: any two may. */
  readonly keyOf?: (item: Item) => string;
  /** What to try once more after this error; default: nothing. */
  readonly split?: (error: unknown) => Split;
  /** Items that would wait for the same thing; default: all of them. */
  readonly groupOf?: (item: Item) => string;
}

/**
 * How a failed batch is tried again. `items`: one by one, because one of them was wrong. `groups`: group by
 * group, because at least one of them had to wait too long. `nothing`: all would fail.
 */
export type Split = 'items' | 'groups' | 'nothing';

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Each has waited as long as it may: after so many the rest of a batch is not tried any more. */
const maxFailedGroups = 3;

/**
 * Joins what arrives while a round trip, or a disk, is busy into the next one: under load, items share
 * the price of a commit, and a single item does not wait.
 *
 * @param run - does all items at once; results in the order of the items
 * @param options - how many, and which, may go together
 * @returns does one item
 */
export function createJoiner<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: JoinOptions<Item>,
): (item: Item) => Promise<Result> {
  type Batch = readonly Waiting<Item, Result>[];
  const { lanes = 1 } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let busy = 0;
  let isCalled = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const { batch, rest } = takeBatch(waiting, options);
      waiting = rest;
      await runBatch(batch);
    }
    busy -= 1;
  }

  async function runBatch(batch: Batch): Promise<void> {
    const error = await tryBatch(batch);
    if (error === undefined) return;
    // What was wrong with one must not become the answer of all.
    const split = batch.length > 1 ? options.split?.(error) : 'nothing';
    if (split === 'items') for (const one of batch) await runBatch([one]);
    else await runGroups(split === 'groups' ? listGroups(batch, options) : [batch], error);
  }

  /** One group alone has just been tried. */
  async function runGroups(groups: readonly Batch[], error: unknown): Promise<void> {
    let failures = groups.length > 1 ? 0 : maxFailedGroups;
    for (const group of groups) {
      const failure = failures < maxFailedGroups ? await tryBatch(group) : error;
      if (failure === undefined) continue;
      failures += 1;
      for (const { reject } of group) reject(failure);
    }
  }

  /** @returns undefined once everything is settled, or why nothing is */
  async function tryBatch(batch: Batch): Promise<unknown> {
    try {
      settle(batch, await run(batch.map(({ item }) => item)));
      return undefined;
    } catch (error) {
      return error ?? new Error('A batch failed without an error.');
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // One that has been called but has not begun yet will take this item, too.
      if (busy === lanes || isCalled) return;
      isCalled = true;
      busy += 1;
      // After the requests that have been read in this turn of the event loop: they join.
      setImmediate(() => {
        isCalled = false;
        void drain();
      });
    });
}

function listGroups<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  { groupOf = () => '' }: JoinOptions<Item>,
): readonly (readonly Waiting<Item, Result>[])[] {
  const groups = new Map<string, Waiting<Item, Result>[]>();
  for (const one of batch) {
    const name = groupOf(one.item);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  results: readonly Result[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index];
    if (result === undefined) reject(new Error('A joined item has no result.'));
    else resolve(result);
  }
}

function takeBatch<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  { max, keyOf }: JoinOptions<Item>,
) {
  const keys = new Set<string>();
  const batch: Waiting<Item, Result>[] = [];
  const rest: Waiting<Item, Result>[] = [];
  for (const one of waiting) {
    const key = keyOf?.(one.item);
    const hasRoom = batch.length < max && (key === undefined || !keys.has(key));
    if (key !== undefined) keys.add(key);
    (hasRoom ? batch : rest).push(one);
  }
  return { batch, rest };
}
