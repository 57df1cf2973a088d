import type { BrowserContext, CDPSession } from 'playwright-core';
import type { Sample } from '../benchmark.ts';
import { waitUntilIdle, watchHostCpu, withHostPage } from '../support/host-page.ts';
import type { Holdings } from './comparison.ts';

/** The conditions of one sample. */
export interface Take {
  readonly url: string;
  readonly isPreloaded: boolean;
  /** The host's thread is this many times slower. */
  readonly slowdown: number;
}

/** @returns times and CPU of one open → code → close, in a context whose cache fits the condition */
export async function takeSample(context: BrowserContext, take: Take): Promise<Sample> {
  return withHostPage(context, take.url, async (page) => {
    const session = await context.newCDPSession(page);
    if (take.isPreloaded) {
      await page.evaluate(() => globalThis.benchContender?.preload());
      await waitUntilIdle(page);
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: take.slowdown });
    const readCpu = await watchHostCpu(page);
    const times = await page.evaluate(
      (isPreloaded) => globalThis.benchContender?.open(isPreloaded),
      take.isPreloaded,
    );
    return { ...times, taskMs: await readCpu() };
  });
}

/** @returns what cycles of open → code → close left behind after a garbage collection */
export function measureLeft(
  context: BrowserContext,
  url: string,
  cycles: number,
): Promise<Holdings> {
  return withHostPage(context, url, async (page) => {
    const session = await context.newCDPSession(page);
    const repeat = (count: number) =>
      page.evaluate((times) => globalThis.benchContender?.repeat(times), count);
    // Something that is created once, such as a style sheet, does not count.
    await repeat(2);
    const before = await countHoldings(session);
    await repeat(cycles);
    const after = await countHoldings(session);
    return { nodes: after.nodes - before.nodes, listeners: after.listeners - before.listeners };
  });
}

async function countHoldings(session: CDPSession): Promise<Holdings> {
  // The finalizers of the first collection leave objects that the second one frees.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { nodes, listeners: jsEventListeners };
}
