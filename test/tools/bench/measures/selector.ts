import type { BrowserContext, Page } from 'playwright-core';
import type { Benchmark, Row, Sample } from '../benchmark.ts';
import type { SelectorTimes } from '../pages/selector.js';
import { waitUntilIdle, withHostPage } from '../support/host-page.ts';
import { watchLongestTask } from '../support/longest-task.ts';
import { type Samples, summarize } from '../support/samples.ts';

declare global {
  /** The functions of pages/selector.js. */
  var benchSelector: (() => Promise<SelectorTimes>) | undefined;
  /** The function of pages/modal.js; resolves when all options are shown. */
  var benchModal: (() => Promise<Pick<SelectorTimes, 'renderMs' | 'allMs'>>) | undefined;
}

/** Slows the CPU down to that of a slow phone. */
const throttling = 4;
const selector = 'selector, 1,000 providers';
const modal = 'modal, 1,000 providers';

/**
 * The selector with 1,000 providers on a slow CPU: drawing, filtering and moving. Also the modal over a
 * preloaded page that sends as many providers at once.
 */
export const selectorBenchmark: Benchmark = {
  name: 'selector',
  prepare(world) {
    const selectorUrl = world.hostPageUrl('selector', world.connectUrl);
    const modalUrl = world.hostPageUrl('modal', `${world.scriptedConnectUrl}-thousand`);
    return {
      contenders: {
        [selector]: (context) => takeSelector(context, selectorUrl),
        [modal]: (context) => withHostPage(context, modalUrl, takeModal),
      },
      report,
    };
  },
};

async function takeSelector(context: BrowserContext, url: string): Promise<Sample> {
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.benchSelector !== undefined);
    return await measureThrottled(page, () => page.evaluate(() => globalThis.benchSelector?.()));
  } finally {
    await page.close();
  }
}

async function takeModal(page: Page): Promise<Sample> {
  await page.evaluate(() => globalThis.benchPage?.preload());
  await waitUntilIdle(page);
  return measureThrottled(page, () => page.evaluate(() => globalThis.benchModal?.()));
}

async function measureThrottled(
  page: Page,
  act: () => Promise<Partial<SelectorTimes> | undefined>,
): Promise<Sample> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  const readLongestTask = await watchLongestTask(session);
  const times = await act();
  if (!times) throw new Error('The page measured nothing.');
  return { ...times, longestMs: await readLongestTask() };
}

function report(samples: Samples): readonly Row[] {
  const row = (label: string, [contender, measure]: [string, string], aim?: number): Row => {
    const { median, spread, count } = summarize(samples.list(contender, measure));
    const note = `±${Math.round(spread * 100)} %, n = ${count}, CPU ${throttling}× slower`;
    return { label, value: median, unit: 'ms', note, ...(aim === undefined ? {} : { aim }) };
  };
  return [
    row('as many options as fit seen', [selector, 'renderMs'], 200),
    row('all 1,000 options there', [selector, 'allMs']),
    row('typed → 11 results seen', [selector, 'filterMs'], 200),
    row('cleared → list seen', [selector, 'clearMs'], 200),
    row('arrow key → next option seen', [selector, 'arrowMs'], 200),
    row('longest task, CPU of the main thread', [selector, 'longestMs'], 50),
    row('modal: open → options seen, preloaded', [modal, 'renderMs']),
    row('modal: all 1,000 options there', [modal, 'allMs']),
    row('modal: longest task', [modal, 'longestMs'], 50),
  ];
}
