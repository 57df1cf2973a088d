import type { BrowserContext } from 'playwright-core';
import type { Benchmark, Row, Sample, TakeSample } from '../benchmark.ts';
import { waitUntilIdle, watchHostCpu, withHostPage } from '../support/host-page.ts';
import { createRatio } from '../support/ratio.ts';
import type { Samples } from '../support/samples.ts';
import type { BenchWorld } from '../support/world.ts';

/** Pages with the same list: the SDK, and a dialog that Preact draws by hand. */
const pages = ['preact-dialog', 'module'];

/** The time from `open()` to the selector, and its cost to the host, compared with a page written by hand. */
export const openBenchmark: Benchmark = {
  name: 'open',
  prepare(world) {
    const createTakes = (variant: Variant) =>
      pages.map((page) => [nameVariant(page, variant), createTake(world, page, variant)] as const);
    const cold = [...createTakes({}), ...createTakes({ isThousand: true })];
    const warm = [
      ...createTakes({ isPreloaded: true }),
      ...createTakes({ isPreloaded: true, isThousand: true }),
    ];
    return {
      contenders: Object.fromEntries([...cold, ...warm]),
      async warmUp(context) {
        for (const [, take] of cold) await take(context);
      },
      report,
    };
  },
};

function nameVariant(page: string, { isPreloaded, isThousand }: Variant): string {
  return `${page}${isThousand ? ', 1,000' : ''}${isPreloaded ? ', preloaded' : ''}`;
}

function report(samples: Samples): readonly Row[] {
  const variants = [false, true].flatMap((isThousand) =>
    [false, true].map((isPreloaded) => ({ isThousand, isPreloaded })),
  );
  return [
    ...variants.flatMap((variant) => comparePages(samples, variant)),
    createRatio(samples, {
      label: '14 providers: host CPU, module preloaded ÷ Preact dialog cold',
      of: ['module, preloaded', 'taskMs'],
      to: ['preact-dialog', 'taskMs'],
      aim: 0.9,
    }),
  ];
}

/** The host's main thread from `open()` until the whole list is drawn, ÷ a dialog by hand with the same list. */
function comparePages(samples: Samples, variant: Variant): Row[] {
  const [other = '', own = ''] = pages.map((page) => nameVariant(page, variant));
  const title = `${variant.isThousand ? '1,000' : '14'} providers${variant.isPreloaded ? ', preloaded' : ''}`;
  const compare = (label: string, measure: string, aim: number) =>
    createRatio(samples, {
      label: `${title}: ${label}, module ÷ Preact dialog`,
      of: [own, measure],
      to: [other, measure],
      aim,
    });
  return [
    compare('selector seen', 'visibleMs', 1.1),
    compare('host CPU', 'taskMs', variant.isPreloaded ? 1.2 : 1.4),
  ];
}

/** The figures of one contender. */
interface Variant {
  readonly isPreloaded?: boolean;
  readonly isThousand?: boolean;
}

function createTake(world: BenchWorld, contender: string, variant: Variant): TakeSample {
  const connectUrl = variant.isThousand ? world.thousandConnectUrl : world.connectUrl;
  const url = world.hostPageUrl(contender, connectUrl);
  return (context: BrowserContext): Promise<Sample> =>
    withHostPage(context, url, async (page) => {
      if (variant.isPreloaded) {
        await page.evaluate(() => globalThis.benchPage?.preload());
        await waitUntilIdle(page);
      }
      const readCpu = await watchHostCpu(page);
      const visibleMs = (await page.evaluate(() => globalThis.benchPage?.open())) ?? Number.NaN;
      return { visibleMs, taskMs: await readCpu() };
    });
}
