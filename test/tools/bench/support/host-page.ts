import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Sample } from '../benchmark.ts';
import type { BenchPage } from '../pages/shared.js';

/** The functions that every page of `peers/hosts/` defines. */
interface BenchContender {
  preload(): Promise<void>;
  open(isPreloaded: boolean): Promise<Sample>;
  repeat(count: number): Promise<void>;
}

declare global {
  /** Every page in `pages/` defines this. */
  var benchPage: BenchPage | undefined;
  var benchContender: BenchContender | undefined;
}

/** Calls `use` with a new context, whose cache is empty, and closes it. @returns what `use` returned */
export async function withContext<Value>(
  browser: Browser,
  use: (context: BrowserContext) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext();
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** Uses a host's page once it is idle, and closes it. The next page gets new processes. */
export async function withHostPage<Value>(
  context: BrowserContext,
  url: string,
  use: (page: Page) => Promise<Value>,
): Promise<Value> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    await page.goto(url);
    await page.waitForFunction(
      () => (globalThis.benchPage ?? globalThis.benchContender) !== undefined,
    );
    await waitUntilIdle(page);
    return await use(page);
  } catch (cause) {
    throw new Error(`${url}: ${[cause, ...errors].join('; ')}`, { cause });
  } finally {
    await page.close();
  }
}

/** @param page - a host's page; resolves when it is idle */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** @returns reads the CPU time of the page's main thread since the call, in milliseconds */
export async function watchHostCpu(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  // CPU time of the thread, which excludes the time that other processes take.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'TaskDuration');
    if (!found) throw new Error('Chromium does not report TaskDuration.');
    return found.value * 1000;
  };
  const before = await read();
  return async () => (await read()) - before;
}
