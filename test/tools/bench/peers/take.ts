import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Sample } from '../benchmark.ts';
import { waitUntilIdle, watchHostCpu } from '../support/host-page.ts';
import { type Holdings, measureGrowth } from './holdings.ts';

/** The functions that every page of `hosts/` defines. */
interface BenchContender {
  preload(): Promise<void>;
  open(isPreloaded: boolean): Promise<Sample>;
  repeat(count: number): Promise<void>;
}

declare global {
  var benchContender: BenchContender | undefined;
}

/** How one sample is taken. */
export interface Take {
  readonly url: string;
  readonly isPreloaded: boolean;
  /** How many times slower the host's thread is. */
  readonly slowdown: number;
}

/**
 * @param context - a context whose HTTP cache fits the condition
 * @returns times and CPU of one open → code → close
 */
export async function takeSample(context: BrowserContext, take: Take): Promise<Sample> {
  return withPage(context, take.url, async (page, session) => {
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

/**
 * @param url - of a contender's host page
 * @param cycles - how often it opens, gets a code and closes
 * @returns what the cycles left behind after a garbage collection
 */
export function measureLeft(
  context: BrowserContext,
  url: string,
  cycles: number,
): Promise<Holdings> {
  return withPage(context, url, (page, session) =>
    measureGrowth(session, cycles, (count) =>
      page.evaluate((times) => globalThis.benchContender?.repeat(times), count),
    ),
  );
}

async function withPage<Value>(
  context: BrowserContext,
  url: string,
  use: (page: Page, session: CDPSession) => Promise<Value>,
): Promise<Value> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.benchContender !== undefined);
    await waitUntilIdle(page);
    return await use(page, await context.newCDPSession(page));
  } catch (cause) {
    throw new Error(`${url}: ${[cause, ...errors].join('; ')}`, { cause });
  } finally {
    await page.close();
  }
}
