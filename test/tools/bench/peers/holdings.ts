import type { CDPSession } from 'playwright-core';

/** The objects that a page's process keeps, or the additional ones. */
export interface Holdings {
  /** Of JavaScript, without the document. */
  readonly heapBytes: number;
  /** Of the document's nodes and styles. */
  readonly domBytes: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
}

/** @returns the objects that are left after a garbage collection */
export async function countHoldings(session: CDPSession): Promise<Holdings> {
  // The finalizers of the first collection leave objects that the second one frees.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
  return {
    heapBytes: usedSize,
    domBytes: embedderHeapUsedSize,
    nodes,
    listeners: jsEventListeners,
    documents,
  };
}

/** @returns the difference */
function subtractHoldings(before: Holdings, after: Holdings): Holdings {
  return {
    heapBytes: after.heapBytes - before.heapBytes,
    domBytes: after.domBytes - before.domBytes,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    documents: after.documents - before.documents,
  };
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
  return subtractHoldings(before, await countHoldings(session));
}
