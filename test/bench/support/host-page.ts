import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { BenchPage } from '../pages/shared.js';

declare global {
  /** What every page of `pages/` defines. */
  var benchPage: BenchPage | undefined;
}

/** CPU of the page's main thread, in milliseconds; the Connect page runs in another process. */
export interface HostCpu {
  readonly taskMs: number;
  readonly scriptMs: number;
}

/**
 * Opens a host's page, waits until it is idle, lets `use` work with it, and closes it: the next one
 * gets new processes.
 *
 * @param context - of the round
 * @param url - of the page
 * @param use - what to do with it
 * @returns what `use` returned
 */
export async function withHostPage<Value>(
  context: BrowserContext,
  url: string,
  use: (page: Page) => Promise<Value>,
): Promise<Value> {
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.benchPage !== undefined);
    await waitUntilIdle(page);
    return await use(page);
  } finally {
    await page.close();
  }
}

/** @param page - a host's page, which will have nothing left to do */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/**
 * @param page - a host's page
 * @returns reads the CPU used by it since its beginning
 */
export async function watchHostCpu(page: Page): Promise<() => Promise<HostCpu>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  // CPU time of the thread: what other processes take from it meanwhile does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const read = (name: string) => {
      const found = metrics.find((metric) => metric.name === name);
      if (!found) throw new Error(`Chromium does not report ${name}.`);
      return found.value * 1000;
    };
    return { taskMs: read('TaskDuration'), scriptMs: read('ScriptDuration') };
  };
}
