/** How {@link createJoiner} joins. */
export interface JoinOptions<Item> {
  /** How many go together at most. */
  readonly max: number;
  /** How many batches may be under way at once; default: one. */
  readonly lanes?: number;
  /** Two items with the same key never go together; default: any two may. */
  readonly keyOf?: (item: Item) => string;
  /** Whether, after this error, each is worth a try of its own; default: never. */
  readonly isWorthSplitting?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Joins what arrives while a round trip, or a disk, is busy into the next one: under load the price
 * of a commit is shared, and alone nobody waits for company.
 *
 * @param run - does all items at once; results in the order of the items
 * @param options - how many, and which, may go together
 * @returns does one item
 */
export function createJoiner<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: JoinOptions<Item>,
): (item: Item) => Promise<Result> {
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

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      settle(batch, await run(batch.map(({ item }) => item)));
    } catch (error) {
      // What was wrong with one must not become the answer of all.
      const isSplit = batch.length > 1 && options.isWorthSplitting?.(error) === true;
      if (isSplit) for (const one of batch) await runBatch([one]);
      else for (const { reject } of batch) reject(error);
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
