import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.ts';
import type { Row, Sample } from '../benchmark.ts';
import { buildContenders, installPeers, measureBytes, measureOwnBytes } from '../peers/build.ts';
import type { Condition, Figures } from '../peers/comparison.ts';
import { field } from '../peers/field.ts';
import { publishComparison } from '../peers/publish.ts';
import { type PeerSite, startPeerSite } from '../peers/site.ts';
import { measureLeft, takeSample } from '../peers/take.ts';
import { withContext } from '../support/host-page.ts';
import { findMedian, listValues, type Samples } from '../support/samples.ts';

/** The size of the run. */
interface PeersRun {
  /** Samples of each contender under each condition, after one more that does not count. */
  readonly rounds: number;
  /** A page opens and closes this many times before the leftovers are counted. */
  readonly cycles: number;
}

/** The page waits before it sends a code, so that the code's time does not include the opening. */
const silenceMs = 500;

const conditions = {
  cold: { slowdown: 1, delay: undefined, isCacheWarm: true },
  'slow CPU': { slowdown: 4, delay: undefined, isCacheWarm: true },
  'slow network': {
    slowdown: 1,
    delay: { latencyMs: 150, bytesPerMs: 200 },
    isCacheWarm: false,
  },
} as const satisfies Record<Condition, object>;

/** Measures and publishes the field and ours. @returns no lines: the documentation has them */
export async function measurePeers({ rounds, cycles }: PeersRun): Promise<readonly Row[]> {
  installPeers();
  const site = await startPeerSite();
  const browser = await launchChromium({ isShell: false, hasSpareProcess: true });
  try {
    site.serve(await buildContenders(site.connectUrl));
    const samples = await takeRounds(browser, site, rounds);
    const figures = await collectFigures({ browser, site, samples, cycles });
    publishComparison({ browser: browser.version(), rounds, cycles, figures });
    return [];
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Each round has every contender under every condition, so that other load affects all alike. */
async function takeRounds(browser: Browser, site: PeerSite, rounds: number): Promise<Samples> {
  const turns = (Object.keys(conditions) as Condition[]).flatMap((condition) => [
    ...field.map(({ name }): Turn => ({ name, condition, isPreloaded: false })),
    { name: 'tax-connect', condition, isPreloaded: true },
  ]);
  const taken = new Map<string, Sample[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const turn of round % 2 === 0 ? turns : [...turns].reverse()) {
      const { name, condition, isPreloaded } = turn;
      const key = nameSeries(isPreloaded ? `${name}, preloaded` : name, condition);
      process.stderr.write(`round ${round} of ${rounds}: ${key}\n`);
      const sample = await takeTurn(browser, site, turn);
      if (round > 0) taken.set(key, [...(taken.get(key) ?? []), sample]);
    }
  }
  return taken;
}

/** One sample of one contender. */
interface Turn {
  readonly name: string;
  readonly condition: Condition;
  readonly isPreloaded: boolean;
}

function takeTurn(browser: Browser, site: PeerSite, turn: Turn): Promise<Sample> {
  const { slowdown, delay, isCacheWarm } = conditions[turn.condition];
  const take = { url: site.hostUrl(turn.name), isPreloaded: turn.isPreloaded, slowdown };
  site.setSilence(field.find(({ name }) => name === turn.name)?.silenceMs ?? silenceMs);
  return withContext(browser, async (context) => {
    if (isCacheWarm) await takeSample(context, { ...take, slowdown: 1 });
    site.setDelay(delay);
    return takeSample(context, take).finally(() => site.setDelay(undefined));
  });
}

/** The samples behind the figures. */
interface Collected {
  readonly browser: Browser;
  readonly site: PeerSite;
  readonly samples: Samples;
  readonly cycles: number;
}

async function collectFigures({ browser, site, samples, cycles }: Collected): Promise<Figures[]> {
  site.setSilence(0);
  const figures: Figures[] = [];
  /** @returns a median divided by that of the handmade frame */
  const compare = (name: string, measure: string, condition: Condition = 'cold') => {
    const [own = Number.NaN, bare = Number.NaN] = [name, 'bare'].map((each) =>
      findMedian(listValues(samples, nameSeries(each, condition), measure)),
    );
    return own / bare;
  };
  const summarizeSeries = (name: string) => ({
    ready: {
      cold: compare(name, 'readyMs'),
      'slow CPU': compare(name, 'readyMs', 'slow CPU'),
      'slow network': compare(name, 'readyMs', 'slow network'),
    },
    seen: compare(name, 'seenMs'),
    codeMs: findMedian(listValues(samples, nameSeries(name, 'cold'), 'codeMs')),
    cpu: compare(name, 'taskMs'),
  });
  for (const peer of field) {
    const { name } = peer;
    const left = await withContext(browser, (context) =>
      measureLeft(context, site.hostUrl(name), cycles),
    );
    const bytes = name === 'tax-connect' ? measureOwnBytes() : await measureBytes(peer);
    figures.push({ name, ...summarizeSeries(name), bytes, left });
    if (name !== 'tax-connect') continue;
    const preloaded = `${name}, preloaded`;
    figures.push({ name: preloaded, ...summarizeSeries(preloaded), bytes, left });
    process.stderr.write(`counted ${name}\n`);
  }
  return figures;
}

const nameSeries = (name: string, condition: Condition) => `${name} (${condition})`;
