import type { CDPSession } from 'playwright-core';

/** The objects that a page keeps, or the additional ones. */
export interface Holdings {
  readonly nodes: number;
  readonly listeners: number;
}

/** @returns the objects that are left after a garbage collection */
async function countHoldings(session: CDPSession): Promise<Holdings> {
  // The finalizers of the first collection leave objects that the second one frees.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { nodes, listeners: jsEventListeners };
}

/**
 * @param session - of the page
 * @param cycles - how often it opens, gets a code and closes
 * @param repeat - does so in the page
 * @returns what the cycles left behind after a garbage collection
 */
export async function measureGrowth(
  session: CDPSession,
  cycles: number,
  repeat: (count: number) => Promise<void>,
): Promise<Holdings> {
  // Something that is created once, such as a style sheet, does not count as growth.
  await repeat(2);
  const before = await countHoldings(session);
  await repeat(cycles);
  const after = await countHoldings(session);
  return { nodes: after.nodes - before.nodes, listeners: after.listeners - before.listeners };
}
