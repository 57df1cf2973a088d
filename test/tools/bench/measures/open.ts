import type { BrowserContext } from 'playwright-core';
import type { Benchmark, Row, Sample, TakeSample } from '../benchmark.ts';
import { waitUntilIdle, watchHostCpu, withHostPage } from '../support/host-page.ts';
import { createRatio } from '../support/ratio.ts';
import type { Samples } from '../support/samples.ts';
import type { BenchWorld } from '../support/world.ts';

/** The host's pages. Pages with a list show the providers of the real service. */
const pages = ['hand-written', 'hand-written-list', 'preact-dialog', 'module', 'script-tag'];
/** Pages whose Connect page sends 1,000 providers. */
const pagesOfThousand = ['preact-dialog', 'module'];

/** The time from `open()` to the selector, and its cost to the host, compared with handmade pages. */
export const openBenchmark: Benchmark = {
  name: 'open',
  prepare(world) {
    const cold = [
      ...pages.map((name) => [name, createTake(world, name, {})] as const),
      ...pagesOfThousand.map(
        (name) => [nameThousand(name), createTake(world, name, { isThousand: true })] as const,
      ),
    ];
    const warm = [
      ...pages.map((name) => {
        return [`${name}, preloaded`, createTake(world, name, { isPreloaded: true })] as const;
      }),
      ...pagesOfThousand.map((name) => {
        const take = createTake(world, name, { isPreloaded: true, isThousand: true });
        return [`${nameThousand(name)}, preloaded`, take] as const;
      }),
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

const nameThousand = (name: string) => `${name}, 1,000`;

function report(samples: Samples): readonly Row[] {
  return [
    ...['module', 'script-tag'].flatMap((name) => compareReady(samples, name)),
    createRatio(samples, {
      label: 'open → ready, hand-written and preloaded ÷ hand-written cold',
      of: ['hand-written, preloaded', 'readyMs'],
      to: ['hand-written', 'readyMs'],
    }),
    ...['14', '1,000'].flatMap((providers) => [
      ...compareHost(samples, { providers, isPreloaded: false }),
      ...compareHost(samples, { providers, isPreloaded: true }),
    ]),
    createRatio(samples, {
      label: '14 providers: host CPU, module preloaded ÷ Preact dialog cold',
      of: ['module, preloaded', 'taskMs'],
      to: ['preact-dialog', 'taskMs'],
      aim: 0.9,
    }),
  ];
}

function compareReady(samples: Samples, name: string) {
  return [
    createRatio(samples, {
      label: `open → ready, cold, ${name} ÷ hand-written`,
      of: [name, 'readyMs'],
      to: ['hand-written', 'readyMs'],
      aim: 1.05,
    }),
    createRatio(samples, {
      label: `open → ready, preloaded ${name} ÷ hand-written cold`,
      of: [`${name}, preloaded`, 'readyMs'],
      to: ['hand-written', 'readyMs'],
      aim: 0.02,
    }),
    createRatio(samples, {
      label: `open → selector seen, ${name} ÷ hand-written list`,
      of: [name, 'visibleMs'],
      to: ['hand-written-list', 'visibleMs'],
    }),
    createRatio(samples, {
      label: `open → selector seen, preloaded ${name} ÷ hand-written list cold`,
      of: [`${name}, preloaded`, 'visibleMs'],
      to: ['hand-written-list', 'visibleMs'],
      aim: 0.15,
    }),
  ];
}

/** The host's main thread from `open()` until the whole list is drawn, ÷ a dialog by hand with the same list. */
function compareHost(
  samples: Samples,
  { providers, isPreloaded }: { readonly providers: string; readonly isPreloaded: boolean },
): Row[] {
  const when = isPreloaded ? ', preloaded' : '';
  const list = providers === '14' ? '' : `, ${providers}`;
  const [own, other] = [`module${list}${when}`, `preact-dialog${list}${when}`];
  const title = `${providers} providers${when}`;
  const compare = (label: string, measure: string, aim: number) =>
    createRatio(samples, {
      label: `${title}: ${label}, module ÷ Preact dialog`,
      of: [own, measure],
      to: [other, measure],
      aim,
    });
  return [
    compare('selector seen', 'visibleMs', 1.1),
    compare('host CPU', 'taskMs', isPreloaded ? 1.2 : 1.4),
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
      const times = await page.evaluate(() => globalThis.benchPage?.open());
      return { ...times, taskMs: await readCpu() };
    });
}
