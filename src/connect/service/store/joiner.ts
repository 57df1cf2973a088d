import type { Span } from '@opentelemetry/api';
import { findSpan, inSharedSpan } from '../basics/spans.ts';

/** Options of {@link createJoiner}. */
export interface JoinOptions<Item> {
  /** Its name in traces. */
  readonly name: string;
  /** The maximum number of items in a batch. */
  readonly max: number;
  /** Items with the same key are never in one batch; default: any items may be. */
  readonly keyOf?: (item: Item) => string;
  /** How a failed batch is retried; default: it is not. */
  readonly retry?: {
    /** Each group is retried on its own. Items that would wait for the same lock have the same group. */
    readonly groupOf: (item: Item) => string;
    /** True when a part of the batch may succeed after this error. */
    readonly isPartial: (error: unknown) => boolean;
  };
}

interface Waiting<Item, Result> {
  readonly item: Item;
  /** The span that waits for it. */
  readonly span: Span | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Each failed group may have waited for its full timeout. After this many, the rest of the batch fails
 * without a retry.
 */
const maxFailedGroups = 3;

/**
 * Collects the items that arrive during a round trip or a disk write, and runs them together. Under load,
 * items share the cost of a commit. A single item does not wait.
 *
 * @param run - processes a batch; returns the results in the order of the items
 * @returns a function that processes one item
 */
export function createJoiner<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: JoinOptions<Item>,
): (item: Item) => Promise<Result> {
  type Batch = readonly Waiting<Item, Result>[];
  let waiting: Waiting<Item, Result>[] = [];
  let isBusy = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const { batch, rest } = takeBatch(waiting, options);
      waiting = rest;
      await runBatch(batch);
    }
    isBusy = false;
  }

  async function runBatch(batch: Batch): Promise<void> {
    const error = await tryBatch(batch);
    if (error === undefined) return;
    await runGroups(
      options.retry?.isPartial(error) ? listGroups(batch, options.retry) : [batch],
      error,
    );
  }

  /** A single group has just failed, so it is not retried. */
  async function runGroups(groups: readonly Batch[], error: unknown): Promise<void> {
    let failures = groups.length > 1 ? 0 : maxFailedGroups;
    for (const group of groups) {
      const failure = failures < maxFailedGroups ? await tryBatch(group) : error;
      if (failure === undefined) continue;
      failures += 1;
      for (const { reject } of group) reject(failure);
    }
  }

  /** @returns undefined when the batch has succeeded, or the error */
  async function tryBatch(batch: Batch): Promise<unknown> {
    try {
      const owners = batch.map(({ span }) => span);
      const work = () => run(batch.map(({ item }) => item));
      settle(batch, await inSharedSpan(options.name, owners, work));
      return undefined;
    } catch (error) {
      return error ?? new Error('A batch was rejected without an error.');
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, span: findSpan(), resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Waits for the end of this turn of the event loop, so that requests read in it share the batch.
      setImmediate(() => void drain());
    });
}

function listGroups<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  { groupOf }: NonNullable<JoinOptions<Item>['retry']>,
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
    if (result === undefined)
      reject(new Error('The batch returned fewer results than it has items.'));
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
