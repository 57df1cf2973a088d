import type { BrowserContext } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.ts';
import type { Benchmark, Row, Sample, TakeSample } from '../benchmark.ts';
import { createSamples, type Samples } from './samples.ts';
import { startBenchWorld } from './world.ts';

/** The results of one benchmark. */
export interface Result {
  readonly name: string;
  readonly samples: Samples;
  readonly rows: readonly Row[];
}

/**
 * Runs the rounds. Each takes one sample of every contender, every other round in the opposite order, so that other
 * load on the machine affects all of them alike.
 *
 * @param benchmark - the benchmark to run
 * @param rounds - samples of each contender, after one more round that does not count
 * @returns the results
 */
export async function runRounds(benchmark: Benchmark, rounds: number): Promise<Result> {
  const world = await startBenchWorld();
  try {
    const { contenders, warmUp, report } = benchmark.prepare(world);
    const turns = Object.entries(contenders);
    const taken = new Map<string, Sample[]>(turns.map(([name]) => [name, []]));
    const browser = await launchChromium({ isShell: false, hasSpareProcess: true });
    try {
      // Round 0 fills the caches of the browser and of the service, so it does not count.
      for (let round = 0; round <= rounds; round += 1) {
        const context = await browser.newContext();
        await warmUp(context);
        for (const turn of round % 2 === 0 ? turns : [...turns].reverse()) {
          const sample = await takeSample(context, turn);
          if (round > 0) taken.get(turn[0])?.push(sample);
        }
        await context.close();
      }
    } finally {
      await browser.close();
    }
    const samples = createSamples(taken);
    return { name: benchmark.name, samples, rows: report(samples) };
  } finally {
    await world.close();
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
