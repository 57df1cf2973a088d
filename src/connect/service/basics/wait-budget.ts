import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The total time that a request may wait for database connections, in milliseconds. A single wait lasts at most
 * 5,000.
 */
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
    // No caller waits for the work after the response, so it has no limit.
    budget.leftMs = Number.POSITIVE_INFINITY;
  }
}

/** @param work - serves several requests, or continues after the request that started it */
export function withoutWaitBudget<Value>(work: () => Value): Value {
  return budgets.getStore() ? budgets.run({ leftMs: Number.POSITIVE_INFINITY }, work) : work();
}

/** @returns the remaining time of the current request; undefined outside a request */
export function findWaitBudget(): WaitBudget | undefined {
  return budgets.getStore();
}

/**
 * @param work - continues even when it is late
 * @param createLateError - creates the error when the time is over
 * @throws the error of `work`, or of `createLateError`
 */
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
