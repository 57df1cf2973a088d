import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { Benchmark, Row, Sample, TakeSample } from '../benchmark.ts';
import type { ClickTimes } from '../pages/clicked.js';
import { findConnect, withContext, withHostPage } from '../support/host-page.ts';
import { createRatio } from '../support/ratio.ts';
import { type Samples, summarize } from '../support/samples.ts';
import { startSlowNetwork } from '../support/slow-network.ts';
import type { BenchWorld } from '../support/world.ts';

declare global {
  /** Of pages/clicked.js; resolves when the clicked page has come to rest. */
  var benchClick: Promise<ClickTimes> | undefined;
}

const slow3g = { latencyMs: 400, bytesPerMs: 50 };
const cold = 'cold';
const preloaded = 'preloaded';
const byHand = 'hand-written list';
const hinted = 'modulepreload and preconnect';
const preconnected = 'preconnect';
const bytes = 'bytes';
const untilLogin = 'until login';
const afterLogin = 'after';

/** A click on a slow network, each with an empty cache, and what the Connect page loads. */
export const networkBenchmark: Benchmark = {
  name: 'network',
  maxRounds: 5,
  prepare(world) {
    const take = (isPreloaded: boolean, ...hints: readonly string[]) =>
      takeClick(world.hostPageUrl('clicked', world.connectUrl, hints), isPreloaded);
    return {
      contenders: {
        [cold]: take(false),
        [preloaded]: take(true),
        [hinted]: take(false, 'modulepreload', 'preconnect'),
        [preconnected]: take(false, 'preconnect'),
        [byHand]: takeByHand(world.hostPageUrl('hand-written-list', world.connectUrl)),
        [bytes]: (context) => takeBytes(context, world),
      },
      report: (samples) => [...reportClick(samples), ...reportBytes(samples)],
    };
  },
};

function takeClick(url: string, isPreloaded: boolean): TakeSample {
  return takeSlowly(url, async (page) => {
    if (isPreloaded) {
      await page.evaluate(() => globalThis.benchPage?.preload());
      await page.locator('[role=option]').first().waitFor({ state: 'attached' });
    }
    await page.mouse.click(5, 5);
    const times = await page.evaluate(() => globalThis.benchClick);
    if (!times) throw new Error('Nothing was measured.');
    return { ...times, dialogAfterCodeMs: times.dialogMs - times.codeMs };
  });
}

function takeByHand(url: string): TakeSample {
  return takeSlowly(url, async (page) => {
    const times = await page.evaluate(() => globalThis.benchPage?.open());
    return { listMs: times?.visibleMs ?? Number.NaN };
  });
}

/** In a fresh context, whose cache is empty. */
function takeSlowly(url: string, take: (page: Page) => Promise<Sample>): TakeSample {
  return async (context) => {
    const network = await startSlowNetwork(slow3g);
    try {
      const takeFrom = (fresh: BrowserContext) =>
        withHostPage(fresh, url, async (page) => {
          // The links in the head have done their work.
          await page.waitForLoadState('networkidle');
          return take(page);
        });
      const options = { proxy: { server: network.url } };
      return await withContext(findBrowser(context), takeFrom, options);
    } finally {
      await network.close();
    }
  };
}

function findBrowser(context: BrowserContext): Browser {
  const browser = context.browser();
  if (!browser) throw new Error('The browser is gone.');
  return browser;
}

/** The bytes of each file that the frame loads, before and after its login form can be used. */
function takeBytes(context: BrowserContext, world: BenchWorld): Promise<Sample> {
  const url = world.hostPageUrl('module', world.connectUrl);
  return withContext(findBrowser(context), (fresh) =>
    withHostPage(fresh, url, async (page) => {
      void page.evaluate(() => void globalThis.benchPage?.open());
      await page.getByRole('option', { name: 'Sandbox' }).click();
      const frame = await findConnect(page);
      const before = await readTransfers(frame);
      await frame.getByLabel('Username').fill('user_good');
      await frame.getByLabel('Password').fill('pass_good');
      await frame.getByRole('button', { name: 'Sign in' }).click();
      await frame.locator('button[value=allow][aria-disabled=false]').waitFor();
      const all = await readTransfers(frame);
      const known = new Set(before.map(([path]) => path));
      const after = all.filter(([path]) => !known.has(path));
      return { ...describe(untilLogin, before), ...describe(afterLogin, after) };
    }),
  );
}

type Transfer = readonly [path: string, bytes: number];

/** With headers. */
function readTransfers(frame: Frame): Promise<Transfer[]> {
  return frame.evaluate(() =>
    ['navigation', 'resource'].flatMap((type) =>
      performance.getEntriesByType(type).map((entry) => {
        const { name, transferSize } = entry as PerformanceResourceTiming;
        return [new URL(name).pathname, transferSize] as const;
      }),
    ),
  );
}

const describe = (when: string, transfers: readonly Transfer[]): Sample =>
  Object.fromEntries(transfers.map(([path, size]) => [`${when}: ${path}`, size]));

function reportClick(samples: Samples): Row[] {
  const row = (label: string, [contender, measure]: [string, string], aim?: number): Row => {
    const { median, spread, count } = summarize(samples.list(contender, measure));
    const unit = measure === 'signFrames' ? 'count' : 'ms';
    const note = `±${Math.round(spread * 100)} %, n = ${count}`;
    return { label, value: median, unit, note, ...(aim === undefined ? {} : { aim }) };
  };
  const compare = (label: string, measure: string, [of, to]: [string, string]): Row =>
    createRatio(samples, {
      label: `${label}, ${of} ÷ ${to}`,
      of: [of, measure],
      to: [to, measure],
    });
  const list = 'click → list seen';
  return [
    ...[cold, preloaded].flatMap((contender) => [
      row(`${contender}: frames until the first sign`, [contender, 'signFrames'], 1),
      row(`${contender}: click → first sign`, [contender, 'signMs']),
      row(`${contender}: code received → dialog seen`, [contender, 'dialogAfterCodeMs'], 100),
    ]),
    ...[cold, hinted, preconnected].map((contender) =>
      row(`${contender}: click → dialog seen`, [contender, 'dialogMs']),
    ),
    ...[cold, preloaded, hinted, preconnected, byHand].map((contender) =>
      row(`${contender}: ${list}`, [contender, 'listMs']),
    ),
    compare(list, 'listMs', [cold, byHand]),
    compare(list, 'listMs', [preloaded, cold]),
    compare(list, 'listMs', [hinted, cold]),
    compare(list, 'listMs', [preconnected, cold]),
  ];
}

function reportBytes(samples: Samples): Row[] {
  return [
    ['the Connect page until its login can be used', untilLogin],
    ['the Connect page after that, until Allow', afterLogin],
  ].map(([label = '', when = '']) => {
    const transfers = samples
      .listMeasures(bytes)
      .filter((measure) => measure.startsWith(when))
      .map((measure) => [measure, summarize(samples.list(bytes, measure)).median] as const);
    const value = transfers.reduce((sum, [, size]) => sum + size, 0);
    const parts = transfers.map(([measure, size]) => `${measure.replace(/.*\//, '')} ${size}`);
    return { label, value, unit: 'bytes', note: parts.join(' + ') };
  });
}
