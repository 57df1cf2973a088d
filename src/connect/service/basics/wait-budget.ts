import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a request waits for connections of the database in all, in milliseconds. It waits for one for 5,000. */
const requestWaitMs = 6000;

interface WaitBudget {
  leftMs: number;
}

const budgets = new AsyncLocalStorage<WaitBudget>();

/**
 * @param work - one request
 * @returns its value
 */
export async function withWaitBudget<Value>(work: () => Promise<Value>): Promise<Value> {
  const budget = { leftMs: requestWaitMs };
  try {
    return await budgets.run(budget, work);
  } finally {
    // The rest serves no caller that waits.
    budget.leftMs = Number.POSITIVE_INFINITY;
  }
}

/**
 * @param work - serves several requests, or goes on after the request that has started it
 * @returns its value
 */
export function withoutWaitBudget<Value>(work: () => Value): Value {
  return budgets.getStore() ? budgets.run({ leftMs: Number.POSITIVE_INFINITY }, work) : work();
}

/** @returns what is left to the request at work; undefined outside of requests */
export function findWaitBudget(): WaitBudget | undefined {
  return budgets.getStore();
}
