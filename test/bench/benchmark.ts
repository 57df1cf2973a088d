import type { BrowserContext } from 'playwright-core';
import type { Samples } from './support/samples.ts';
import type { BenchWorld } from './support/world.ts';

/** What was measured at once: named numbers, milliseconds or whatever the benchmark says. */
export type Sample = Readonly<Record<string, number>>;

/** Takes one sample, in a context of this round whose HTTP cache is warm. */
export type TakeSample = (context: BrowserContext) => Promise<Sample>;

/** A line of the report. */
export interface Row {
  readonly label: string;
  /** What was found: a ratio such as 1.04, a size in bytes, or milliseconds. */
  readonly value: number;
  readonly unit: 'ratio' | 'bytes' | 'ms';
  /** Largest value that is still wanted; absent where a line only explains another. */
  readonly aim?: number;
  /** How much the medians behind a ratio can be trusted, or what the line counts. */
  readonly note: string;
}

/** A benchmark that knows its world. */
export interface PreparedBenchmark {
  /** By name; empty where nothing depends on the moment. */
  readonly contenders: Readonly<Record<string, TakeSample>>;
  /** Visits of a fresh context that fill its HTTP cache; not measured. */
  warmUp?(context: BrowserContext): Promise<void>;
  /** @param samples - of all rounds, by contender */
  report(samples: Samples): readonly Row[];
}

/**
 * One subject, one file in `measures/`. The runner takes one sample of every contender of every
 * benchmark per round, so that whatever the machine does meanwhile hits all of them alike.
 */
export interface Benchmark {
  /** Name on the command line, and heading of its lines. */
  readonly name: string;
  /** Called once, before the first round. */
  prepare(world: BenchWorld): PreparedBenchmark;
}
