import { AsyncLocalStorage } from 'node:async_hooks';

/** The longest time that a request waits for all its connections, in milliseconds. One wait lasts at most 5,000. */
const requestWaitMs = 6000;

interface WaitBudget {
  leftMs: number;
}

const budgets = new AsyncLocalStorage<WaitBudget>();

export async function withWaitBudget<Value>(work: () => Promise<Value>): Promise<Value> {
  const budget = { leftMs: requestWaitMs };
  try {
    return await budgets.run(budget, work);
  } finally {
    // After the response, waits are not limited, because some work may continue.
    budget.leftMs = Number.POSITIVE_INFINITY;
  }
}

/** Runs work without the limit of the current request, because it serves several requests or outlives this one. */
export function withoutWaitBudget<Value>(work: () => Value): Value {
  return budgets.getStore() ? budgets.run({ leftMs: Number.POSITIVE_INFINITY }, work) : work();
}

/** Returns the budget of the current request; undefined outside a request. */
export function findWaitBudget(): WaitBudget | undefined {
  return budgets.getStore();
}

/** Rejects with `createLateError` after `waitMs`; the work itself continues. */
export async function withinTime<Value>(
  waitMs: number,
  work: Promise<Value>,
  createLateError: () => Error,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createLateError()), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
