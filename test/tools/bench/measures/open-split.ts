import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Row, Sample, TakeSample } from '../benchmark.ts';
import { cpuParts, watchCpuSplit } from '../support/cpu-split.ts';
import { waitUntilIdle, withHostPage } from '../support/host-page.ts';
import { watchLongestTask } from '../support/longest-task.ts';
import { type Samples, summarize } from '../support/samples.ts';
import type { BenchWorld } from '../support/world.ts';

const byHand = 'preact-dialog';
const ours = 'module';
/** Slows the CPU down to that of a slow phone. */
const throttling = 4;

/** Starts a watch, and returns the function that ends it. */
type Watch = (page: Page, session: CDPSession) => Promise<() => Promise<Sample>>;

const split: Watch = watchCpuSplit;

const longest: Watch = async (_, session) => {
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  const stop = await watchLongestTask(session);
  return async () => ({ longestMs: await stop() });
};

/**
 * What the host's CPU time is used for, and the longest task on a slow phone. Each has its own visits,
 * because a trace costs time.
 *
 * @returns the contenders, by name
 */
export function createSplitContenders(world: BenchWorld): Readonly<Record<string, TakeSample>> {
  const visit =
    (name: string, watch: Watch, isPreloaded: boolean): TakeSample =>
    (context: BrowserContext) =>
      withHostPage(context, world.hostPageUrl(name, world.connectUrl), async (page) => {
        if (isPreloaded) {
          await page.evaluate(() => globalThis.benchPage?.preload());
          await waitUntilIdle(page);
        }
        const stop = await watch(page, await page.context().newCDPSession(page));
        await page.evaluate(() => globalThis.benchPage?.open());
        return await stop();
      });
  // A busy browser ends a trace without the events of some process.
  const take = (...choice: Parameters<typeof visit>): TakeSample => {
    const takeOnce = visit(...choice);
    return (context) => takeOnce(context).catch(() => takeOnce(context));
  };
  return Object.fromEntries(
    [false, true].flatMap((isPreloaded) =>
      [byHand, ours].flatMap((name) => [
        [nameContender(name, 'split', isPreloaded), take(name, split, isPreloaded)],
        [nameContender(name, 'slow', isPreloaded), take(name, longest, isPreloaded)],
      ]),
    ),
  );
}

/** @returns the rows of the report */
export function reportSplit(samples: Samples): readonly Row[] {
  return [false, true].flatMap((isPreloaded) => {
    const when = isPreloaded ? 'preloaded' : 'cold';
    const median = (name: string, kind: string, measure: string) =>
      summarize(samples.list(nameContender(name, kind, isPreloaded), measure)).median;
    const compare = (label: string, kind: string, measure: string): Row => ({
      label: `14 providers, ${when}: ${label}`,
      value: median(ours, kind, measure),
      unit: 'ms',
      note: `Preact dialog ${median(byHand, kind, measure).toFixed(1)} ms`,
    });
    return [
      ...cpuParts.map((part) => compare(`traced, ${part}`, 'split', part)),
      { ...compare(`longest task, CPU ${throttling}× slower`, 'slow', 'longestMs'), aim: 50 },
    ];
  });
}

const nameContender = (name: string, kind: string, isPreloaded: boolean) =>
  `${name}, ${kind}${isPreloaded ? ', preloaded' : ''}`;
