import type { BrowserContext } from 'playwright-core';
import type { Benchmark, Row, Sample } from '../benchmark.ts';
import type { SelectorTimes } from '../pages/selector.js';
import { watchLongestTask } from '../support/longest-task.ts';
import { type Samples, summarize } from '../support/samples.ts';

declare global {
  /** What pages/selector.js defines. */
  var benchSelector: (() => Promise<SelectorTimes>) | undefined;
}

/** A slow telephone beside this machine. */
const throttling = 4;
const contender = 'selector, 1,000 providers';

/** The selector with 1,000 providers on a slow CPU: drawing, filtering, moving. */
export const selectorBenchmark: Benchmark = {
  name: 'selector',
  prepare(world) {
    const url = world.hostPageUrl('selector', world.connectUrl);
    return { contenders: { [contender]: (context) => takeSample(context, url) }, report };
  },
};

async function takeSample(context: BrowserContext, url: string): Promise<Sample> {
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.benchSelector !== undefined);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
    const readLongestTask = await watchLongestTask(session);
    const times = await page.evaluate(() => globalThis.benchSelector?.());
    if (!times) throw new Error('The page measured nothing.');
    return { ...times, longestMs: await readLongestTask() };
  } finally {
    await page.close();
  }
}

function report(samples: Samples): readonly Row[] {
  const row = (label: string, measure: string, aim?: number): Row => {
    const { median, spread, count } = summarize(samples.list(contender, measure));
    const note = `±${Math.round(spread * 100)} %, n = ${count}, CPU ${throttling}× slower`;
    return { label, value: median, unit: 'ms', note, ...(aim === undefined ? {} : { aim }) };
  };
  return [
    row('as many options as fit seen', 'renderMs', 200),
    row('all 1,000 options there', 'allMs'),
    row('typed → 11 results seen', 'filterMs', 200),
    row('cleared → list seen', 'clearMs', 200),
    row('arrow key → next option seen', 'arrowMs', 200),
    row('longest task, CPU of the main thread', 'longestMs', 50),
  ];
}
