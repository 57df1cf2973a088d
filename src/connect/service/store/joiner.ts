// The testing kit runs in the process of a test, which may replace the global timers: `vi.useFakeTimers()`.
import { setImmediate } from 'node:timers';
import type { Span } from '@opentelemetry/api';
import { findSpan, inSharedSpan } from '../basics/spans.ts';
import { withoutWaitBudget } from '../basics/wait-budget.ts';
import { createWaitError } from './transactions.ts';

export interface JoinOptions<Item> {
  readonly name: string;
  readonly max: number;
  /**
   * Returns the lane of an item. Items of different lanes never share a batch, and lanes take turns. A lane runs one
   * batch at a time, because one large batch costs less than two small ones. Default: one lane for all items.
   */
  readonly laneOf?: (item: Item) => string;
  /** The maximum number of simultaneous batches. Default: 1. */
  readonly concurrency?: number;
  /** True when the item's caller has disconnected. Such an item is rejected instead of run. Default: it never has. */
  readonly isAbandoned?: (item: Item) => boolean;
  /** True when other items may succeed after this error. Each item then runs alone. Default: all items fail. */
  readonly isPartial?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly span: Span | undefined;
  readonly deadline: NodeJS.Timeout;
  /** When the item arrived, by `performance.now()`. */
  readonly since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type Batch<Item, Result> = readonly Waiting<Item, Result>[];

type RunItems<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;

/** The time that an item waits. A request waits as long for a connection, so the caller gets the same response. */
const maxWaitMs = 5000;
const maxWaiting = 5000;

/** Each failed item may have waited for its full timeout, so after this many failures the rest of the batch fails. */
const maxFailures = 3;

/**
 * Collects items that arrive during a round trip or a disk write, and runs them together, so that they share the cost
 * of a commit. An item that arrives alone does not wait. After five seconds, or when 5,000 items wait, an item is
 * rejected like a query that got no connection.
 *
 * @param run - processes a batch. Results are in the order of the items, and undefined for an item that was not
 *   processed
 */
export function createJoiner<Item, Result>(
  run: RunItems<Item, Result>,
  options: JoinOptions<Item>,
): (item: Item) => Promise<Result> {
  const { max, laneOf, concurrency = 1, isAbandoned } = options;
  const runBatch = createBatchRunner(run, options);
  /**
   * The waiting items of each lane. A lane that was served moves to the end of the map. A lane is a set, because in an
   * outage thousands of items leave it one by one.
   */
  const lanes = new Map<string, Set<Waiting<Item, Result>>>();
  const busyLanes = new Set<string>();
  let count = 0;

  function startBatches(): void {
    for (const lane of lanes.keys()) {
      if (busyLanes.size >= concurrency) return;
      if (!busyLanes.has(lane)) void serve(lane);
    }
  }

  async function serve(lane: string): Promise<void> {
    busyLanes.add(lane);
    const batch = takeBatch(lane);
    if (batch.length > 0) await runBatch(batch);
    busyLanes.delete(lane);
    startBatches();
  }

  function takeBatch(lane: string): Batch<Item, Result> {
    const queue = lanes.get(lane) ?? new Set();
    const taken = [...queue].slice(0, max);
    for (const one of taken) {
      queue.delete(one);
      clearTimeout(one.deadline);
    }
    lanes.delete(lane);
    if (queue.size > 0) lanes.set(lane, queue);
    count -= taken.length;
    if (!isAbandoned) return taken;
    const abandoned = taken.filter(({ item }) => isAbandoned(item));
    for (const { reject } of abandoned) reject(createWaitError());
    return taken.filter((one) => !abandoned.includes(one));
  }

  function giveUp(lane: string, waiting: Waiting<Item, Result>): void {
    const queue = lanes.get(lane);
    if (!queue?.delete(waiting)) return;
    if (queue.size === 0) lanes.delete(lane);
    count -= 1;
    waiting.reject(createWaitError());
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (count >= maxWaiting) throw createWaitError();
      const lane = laneOf?.(item) ?? '';
      const deadline = setTimeout(() => giveUp(lane, waiting), maxWaitMs);
      const since = performance.now();
      const waiting = { item, span: findSpan(), deadline, since, resolve, reject };
      const queue = lanes.get(lane);
      if (queue) queue.add(waiting);
      else lanes.set(lane, new Set([waiting]));
      count += 1;
      // The batch starts when the current turn of the event loop has ended, so that requests read in this turn share
      // it.
      setImmediate(() => withoutWaitBudget(startBatches));
    });
}

/** Creates a function that runs a batch and settles the promise of each item. The function never rejects. */
function createBatchRunner<Item, Result>(
  run: RunItems<Item, Result>,
  { name, isPartial }: JoinOptions<Item>,
): (batch: Batch<Item, Result>) => Promise<void> {
  /**
   * Runs a batch.
   *
   * @returns undefined when the batch succeeded, otherwise the error
   */
  async function tryBatch(batch: Batch<Item, Result>): Promise<unknown> {
    try {
      const owners = batch.map(({ span }) => span);
      settle(batch, await inSharedSpan(name, owners, () => run(batch.map(({ item }) => item))));
      return undefined;
    } catch (error) {
      return error ?? new Error('A batch was rejected without an error.');
    }
  }

  return async (batch) => {
    const error = await tryBatch(batch);
    if (error === undefined) return;
    let failures = batch.length > 1 && isPartial?.(error) ? 0 : maxFailures;
    for (const one of batch) {
      const isLate = performance.now() - one.since > maxWaitMs;
      const failure = failures < maxFailures && !isLate ? await tryBatch([one]) : error;
      if (failure === undefined) continue;
      failures += 1;
      one.reject(failure);
    }
  };
}

function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  results: readonly (Result | undefined)[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index];
    if (result === undefined) reject(createWaitError());
    else resolve(result);
  }
}
