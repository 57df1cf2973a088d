import type { BrowserContext } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.ts';
import type { Row, Sample } from '../benchmark.ts';
import { waitUntilIdle, watchHostCpu, withContext, withHostPage } from '../support/host-page.ts';
import { type OpenWorld, startOpenWorld } from '../support/open-world.ts';
import { comparePairs, type Samples } from '../support/samples.ts';

/** Pages with the same list: the SDK, and a dialog that Preact draws by hand. */
const pages = ['preact-dialog', 'module'];

/** The ways in which a page opens Connect. */
interface Variant {
  readonly isThousand: boolean;
  readonly isPreloaded: boolean;
}

const variants: readonly Variant[] = [false, true].flatMap((isThousand) =>
  [false, true].map((isPreloaded) => ({ isThousand, isPreloaded })),
);

/** Takes one sample, in a context of this round whose HTTP cache is warm. */
type Turn = readonly [name: string, take: (context: BrowserContext) => Promise<Sample>];

/**
 * The time from `open()` to the selector, and its cost to the host, compared with a page written by hand. Each round
 * takes one sample of every page, every other round in the opposite order, so that other load on the machine affects
 * all of them alike.
 *
 * @param rounds - samples of each page, after one more round that does not count
 */
export async function measureOpen(rounds: number): Promise<readonly Row[]> {
  const world = await startOpenWorld();
  const browser = await launchChromium({ isShell: false, hasSpareProcess: true });
  try {
    const turns = variants.flatMap((variant) =>
      pages.map((page) => createTurn(world, page, variant)),
    );
    const cold = turns.filter(([name]) => !name.endsWith('preloaded'));
    const taken = new Map(turns.map(([name]) => [name, [] as Sample[]]));
    // Round 0 fills the caches of the browser and of the service, so it does not count.
    for (let round = 0; round <= rounds; round += 1) {
      await withContext(browser, async (context) => {
        // These visits fill the HTTP cache of the context.
        for (const [, take] of cold) await take(context);
        for (const [name, take] of round % 2 === 0 ? turns : [...turns].reverse()) {
          const sample = await take(context);
          if (round > 0) taken.get(name)?.push(sample);
        }
      });
    }
    return report(taken);
  } finally {
    await browser.close();
    await world.close();
  }
}

function nameVariant(page: string, { isPreloaded, isThousand }: Variant): string {
  return `${page}${isThousand ? ', 1,000' : ''}${isPreloaded ? ', preloaded' : ''}`;
}

function report(samples: Samples): readonly Row[] {
  return [
    ...variants.flatMap((variant) => comparePages(samples, variant)),
    comparePairs(samples, {
      label: '14 providers: host CPU, module preloaded ÷ Preact dialog cold',
      pair: ['module, preloaded', 'preact-dialog'],
      measure: 'taskMs',
      aim: 0.9,
    }),
  ];
}

/** The host's main thread from `open()` until the list is at rest, ÷ a dialog by hand that draws every provider. */
function comparePages(samples: Samples, variant: Variant): Row[] {
  const [other = '', own = ''] = pages.map((page) => nameVariant(page, variant));
  const count = variant.isThousand ? '1,000' : '14';
  const title = `${count} providers${variant.isPreloaded ? ', preloaded' : ''}`;
  const compare = (what: string, measure: string, aim: number) =>
    comparePairs(samples, {
      label: `${title}: ${what}, module ÷ Preact dialog`,
      ...{ pair: [own, other], measure, aim },
    });
  return [
    compare('selector seen', 'visibleMs', 1.1),
    compare('host CPU', 'taskMs', variant.isPreloaded ? 1.2 : 1.4),
  ];
}

function createTurn(world: OpenWorld, contender: string, variant: Variant): Turn {
  const url = world.hostPageUrl(contender, variant.isThousand);
  const take = (context: BrowserContext) =>
    withHostPage(context, url, async (page) => {
      if (variant.isPreloaded) {
        await page.evaluate(() => globalThis.benchPage?.preload());
        await waitUntilIdle(page);
      }
      const readCpu = await watchHostCpu(page);
      const visibleMs = (await page.evaluate(() => globalThis.benchPage?.open())) ?? Number.NaN;
      return { visibleMs, taskMs: await readCpu() };
    });
  return [nameVariant(contender, variant), take];
}
