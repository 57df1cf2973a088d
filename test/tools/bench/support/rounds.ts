import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.ts';
import type { Benchmark, PreparedBenchmark, Row, Sample, TakeSample } from '../benchmark.ts';
import { createSamples, type Samples } from './samples.ts';
import { startBenchWorld } from './world.ts';

/** The results of one benchmark. */
export interface Result {
  readonly name: string;
  readonly samples: Samples;
  readonly rows: readonly Row[];
}

/** A running benchmark. */
interface Entry {
  readonly name: string;
  readonly maxRounds: number;
  readonly prepared: PreparedBenchmark;
  readonly taken: Map<string, Sample[]>;
}

/**
 * Runs all benchmarks together: each round takes one sample of every contender of every one of them,
 * every other round in the opposite order.
 *
 * @param benchmarks - what to measure
 * @param rounds - samples of each contender, after one more round that does not count
 * @returns the results, in the order of the benchmarks
 */
export async function runRounds(
  benchmarks: readonly Benchmark[],
  rounds: number,
): Promise<readonly Result[]> {
  const world = await startBenchWorld();
  try {
    const entries = benchmarks.map((benchmark) => {
      const prepared = benchmark.prepare(world);
      const names = Object.keys(prepared.contenders);
      const taken = new Map<string, Sample[]>(names.map((name) => [name, []]));
      const { name, maxRounds = rounds } = benchmark;
      return { name, maxRounds, prepared, taken };
    });
    if (entries.some(({ taken }) => taken.size > 0)) {
      const browser = await launchChromium({ isShell: false, hasSpareProcess: true });
      try {
        await runAll({ browser, entries }, rounds);
      } finally {
        await browser.close();
      }
    }
    return entries.map(({ name, prepared, taken }) => {
      const samples = createSamples(taken);
      return { name, samples, rows: prepared.report(samples) };
    });
  } finally {
    await world.close();
  }
}

interface Work {
  readonly browser: Browser;
  readonly entries: readonly Entry[];
}

async function runAll(work: Work, rounds: number): Promise<void> {
  // Round 0 fills the caches of the browser and of the service, so it does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const isTerminal = process.stderr.isTTY;
    if (isTerminal) process.stderr.write(`\rround ${round} of ${rounds}`);
    await runRound(work, round);
    if (isTerminal && round === rounds) process.stderr.write('\n');
  }
}

async function runRound({ browser, entries }: Work, round: number): Promise<void> {
  const current = entries.filter(({ maxRounds }) => round <= maxRounds);
  const context = await browser.newContext();
  try {
    for (const { prepared } of current) await prepared.warmUp?.(context);
    const turns = current.flatMap((entry) =>
      Object.entries(entry.prepared.contenders).map((contender) => ({ entry, contender })),
    );
    for (const { entry, contender } of round % 2 === 0 ? turns : [...turns].reverse()) {
      const sample = await takeSample(context, contender);
      if (round > 0) entry.taken.get(contender[0])?.push(sample);
    }
  } finally {
    await context.close();
  }
}

async function takeSample(
  context: BrowserContext,
  [name, take]: readonly [name: string, take: TakeSample],
): Promise<Sample> {
  try {
    return await take(context);
  } catch (cause) {
    throw new Error(`${name} could not be measured: ${cause}`, { cause });
  }
}
