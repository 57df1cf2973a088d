import type { Benchmark, Row, Sample, TakeSample } from '../benchmark.ts';
import { countHoldings, type Holdings, measureGrowth } from '../support/holdings.ts';
import { withHostPage } from '../support/host-page.ts';
import { type Samples, summarize } from '../support/samples.ts';
import type { BenchWorld } from '../support/world.ts';

const byHand = 'preact-dialog';
const ours = 'module';
const empty = 'empty';
const cycled = 'cycles';
/** How often the modal opens, gets a code and closes before the leftovers are counted. */
const cycles = 200;

/** The memory of an open modal beside a dialog by hand with the same list, and what closed ones leave behind. */
export const memoryBenchmark: Benchmark = {
  name: 'memory',
  maxRounds: 3,
  prepare(world) {
    let left: Promise<Sample> | undefined;
    return {
      contenders: {
        [empty]: takeHoldings(world.hostPageUrl(empty, world.connectUrl), false),
        ...createOpen(world, '14', world.connectUrl),
        ...createOpen(world, '1,000', `${world.scriptedConnectUrl}-thousand`),
        // Once, because many cycles take long, and leave the same each time.
        [cycled]: (context) => {
          left ??= takeCycles(world)(context);
          return left;
        },
      },
      report: (samples) => [
        ...['14', '1,000'].flatMap((providers) => compareOpen(samples, providers)),
        ...reportLeft(samples),
      ],
    };
  },
};

const nameOpen = (name: string, providers: string) => `${name}, ${providers}`;

function createOpen(world: BenchWorld, providers: string, connectUrl: string) {
  return Object.fromEntries(
    [byHand, ours].map((name) => [
      nameOpen(name, providers),
      takeHoldings(world.hostPageUrl(name, connectUrl), true),
    ]),
  );
}

function takeHoldings(url: string, isOpen: boolean): TakeSample {
  return (context) =>
    withHostPage(context, url, async (page) => {
      if (isOpen) await page.evaluate(() => globalThis.benchPage?.open());
      return { ...(await countHoldings(await context.newCDPSession(page))) };
    });
}

function takeCycles(world: BenchWorld): TakeSample {
  const url = world.hostPageUrl(ours, `${world.scriptedConnectUrl}-${ours}`);
  return (context) =>
    withHostPage(context, url, async (page) => {
      const session = await context.newCDPSession(page);
      return {
        ...(await measureGrowth(session, cycles, (count) =>
          page.evaluate((times) => globalThis.benchPage?.repeat?.(times), count),
        )),
      };
    });
}

type Measure = keyof Holdings;

function compareOpen(samples: Samples, providers: string): Row[] {
  const median = (contender: string, measure: Measure) =>
    summarize(samples.list(contender, measure)).median;
  const compare = (label: string, measure: Measure, unit: 'bytes' | 'count'): Row => {
    const bare = median(empty, measure);
    const [mine, theirs] = [ours, byHand].map((name) =>
      Math.round(median(nameOpen(name, providers), measure) - bare),
    ) as [number, number];
    const note = `Preact dialog ${theirs.toLocaleString('en')}, the page without Connect ${bare.toLocaleString('en')}`;
    return { label: `${providers} providers, open: ${label}`, value: mine, unit, note };
  };
  return [
    compare('JavaScript heap', 'heapBytes', 'bytes'),
    compare('memory of the document', 'domBytes', 'bytes'),
    compare('nodes', 'nodes', 'count'),
    compare('listeners', 'listeners', 'count'),
  ];
}

function reportLeft(samples: Samples): Row[] {
  const count = (label: string, measure: Measure, aim?: number): Row => ({
    label: `after ${cycles} cycles: ${label}`,
    value: summarize(samples.list(cycled, measure)).median,
    unit: measure === 'heapBytes' ? 'bytes' : 'count',
    ...(aim === undefined ? {} : { aim }),
    note: 'more than after the first two',
  });
  return [
    count('nodes left', 'nodes', 0),
    count('listeners left', 'listeners', 0),
    count('documents left', 'documents', 0),
    count('JavaScript heap left', 'heapBytes'),
  ];
}
