import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.ts';
import type { Row, Sample } from '../benchmark.ts';
import { buildContenders, installPeers, measureBytes, measureOwnBytes } from '../peers/build.ts';
import type { ByCondition, Comparison, Condition, Figures } from '../peers/comparison.ts';
import { field } from '../peers/field.ts';
import { publishComparison } from '../peers/publish.ts';
import { type PeerSite, startPeerSite } from '../peers/site.ts';
import { measureLeft, takeSample } from '../peers/take.ts';
import { withContext } from '../support/host-page.ts';
import type { Result } from '../support/rounds.ts';
import { createSamples, type Samples, summarize } from '../support/samples.ts';

/** The size of the run. */
export interface PeersRun {
  /** Samples of each contender under each condition, after one more that does not count. */
  readonly rounds: number;
  /** How often a page opens and closes before the leftovers are counted. */
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

/** Measures the published packages of the field and ours, together on this machine. */
export async function runPeers(run: PeersRun): Promise<Result> {
  installPeers();
  const site = await startPeerSite();
  try {
    site.serve(await buildContenders(site.connectUrl));
    const browser = await launchChromium({ isShell: false, hasSpareProcess: true });
    try {
      const samples = await takeRounds(browser, site, run.rounds);
      const comparison: Comparison = {
        browser: browser.version(),
        rounds: run.rounds,
        cycles: run.cycles,
        figures: await collectFigures({ browser, site, samples, cycles: run.cycles }),
      };
      publishComparison(comparison);
      return { name: 'peers', samples, rows: comparison.figures.flatMap(describe) };
    } finally {
      await browser.close();
    }
  } finally {
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
  return createSamples(taken);
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
  const own = measureOwnBytes();
  site.setSilence(0);
  const figures: Figures[] = [];
  const summarizeSeries = (name: string) => ({
    ready: compare(samples, name, 'readyMs'),
    seen: compare(samples, name, 'seenMs'),
    codeMs: summarize(samples.list(nameSeries(name, 'cold'), 'codeMs')).median,
    cpu: compare(samples, name, 'taskMs').cold,
  });
  for (const peer of field) {
    const { name } = peer;
    const left = await withContext(browser, (context) =>
      measureLeft(context, site.hostUrl(name), cycles),
    );
    const bytes = name === 'tax-connect' ? own.all : await measureBytes(peer);
    figures.push({ name, ...summarizeSeries(name), bytes, left });
    if (name !== 'tax-connect') continue;
    const preloaded = `${name}, preloaded`;
    figures.push({ name: preloaded, ...summarizeSeries(preloaded), bytes: own.all, left });
    process.stderr.write(`counted ${name}\n`);
  }
  return figures;
}

/** Medians by condition, divided by those of the handmade frame. */
function compare(samples: Samples, name: string, measure: string): ByCondition {
  const divide = (condition: Condition) =>
    summarize(samples.list(nameSeries(name, condition), measure)).median /
    summarize(samples.list(nameSeries('bare', condition), measure)).median;
  return {
    cold: divide('cold'),
    'slow CPU': divide('slow CPU'),
    'slow network': divide('slow network'),
  };
}

const nameSeries = (name: string, condition: Condition) => `${name} (${condition})`;

function describe({ name, ready, seen, cpu, left }: Figures): Row[] {
  return [
    { label: `${name}: open → ready ÷ bare`, value: ready.cold, unit: 'ratio', note: 'cold' },
    { label: `${name}: open → seen ÷ bare`, value: seen.cold, unit: 'ratio', note: 'cold' },
    { label: `${name}: host CPU ÷ bare`, value: cpu, unit: 'ratio', note: 'cold' },
    { label: `${name}: nodes left`, value: left.nodes, unit: 'count', note: 'after all cycles' },
  ];
}
