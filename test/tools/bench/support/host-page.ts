import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core';
import type { BenchPage } from '../pages/shared.js';

declare global {
  /** Every page in `pages/` defines this. */
  var benchPage: BenchPage | undefined;
  var longTasks: number | undefined;
}

/** CPU of the page's main thread, in milliseconds; the Connect page runs in another process. */
export interface HostCpu {
  readonly taskMs: number;
  readonly scriptMs: number;
  readonly layoutMs: number;
  readonly styleMs: number;
  /** The number of layouts and style computations, which a busy machine does not change. */
  readonly layouts: number;
  readonly styles: number;
}

/** Calls `use` with a new context, whose cache is empty, and closes it. @returns what `use` returned */
export async function withContext<Value>(
  browser: Browser,
  use: (context: BrowserContext) => Promise<Value>,
  options: BrowserContextOptions = {},
): Promise<Value> {
  const context = await browser.newContext(options);
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/**
 * Opens a host's page, waits until it is idle, calls `use` with it, and closes it. The next page gets new
 * processes.
 *
 * @param context - of the round
 * @param url - of the page
 * @param use - called with the page
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

/** @param page - a host's page; resolves when it is idle */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** @returns reads the CPU used by it since its beginning */
export async function watchHostCpu(page: Page): Promise<() => Promise<HostCpu>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  // CPU time of the thread, which excludes the time that other processes take.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const read = (name: string) => {
      const found = metrics.find((metric) => metric.name === name);
      if (!found) throw new Error(`Chromium does not report ${name}.`);
      return found.value;
    };
    return {
      taskMs: read('TaskDuration') * 1000,
      scriptMs: read('ScriptDuration') * 1000,
      layoutMs: read('LayoutDuration') * 1000,
      styleMs: read('RecalcStyleDuration') * 1000,
      layouts: read('LayoutCount'),
      styles: read('RecalcStyleCount'),
    };
  };
}

/** @returns the difference */
export function subtractCpu(before: HostCpu, after: HostCpu): HostCpu {
  return {
    taskMs: after.taskMs - before.taskMs,
    scriptMs: after.scriptMs - before.scriptMs,
    layoutMs: after.layoutMs - before.layoutMs,
    styleMs: after.styleMs - before.styleMs,
    layouts: after.layouts - before.layouts,
    styles: after.styles - before.styles,
  };
}

/** @returns reads how many tasks of more than 50 ms there have been since then */
export async function watchLongTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    globalThis.longTasks = 0;
    // Counted in the observer's callback, because `takeRecords` no longer has those entries.
    new PerformanceObserver((list) => {
      globalThis.longTasks = (globalThis.longTasks ?? 0) + list.getEntries().length;
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => globalThis.longTasks ?? 0);
}
