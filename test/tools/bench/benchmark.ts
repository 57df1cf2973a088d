import type { BrowserContext } from 'playwright-core';
import type { Result } from './support/rounds.ts';
import type { Samples } from './support/samples.ts';
import type { BenchWorld } from './support/world.ts';

/**
 * The values of a measurement by name, or lists with a value for each repetition. Units are those of the benchmark,
 * usually milliseconds.
 */
export type Sample = Readonly<Record<string, number | readonly number[]>>;

/** Takes one sample, in a context of this round whose HTTP cache is warm. */
export type TakeSample = (context: BrowserContext) => Promise<Sample>;

/** From the lower to the higher value. */
export type Range = readonly [from: number, to: number];

/** A line of the report. */
export interface Row {
  readonly label: string;
  /** The result: a ratio such as 1.04, a size in bytes, a time or a count. */
  readonly value: number;
  readonly unit: 'ratio' | 'bytes' | 'ms' | 'count';
  /** The largest acceptable value; absent if the line only explains another line. */
  readonly aim?: number;
  /** Whether `aim` is the smallest acceptable value instead. */
  readonly isLeast?: boolean;
  /** The spread of the medians behind a ratio, or what the line counts. */
  readonly note: string;
  /** The range of a ratio. With 95 % certainty, an unlimited number of rounds would find a value in it. */
  readonly range?: Range;
}

/** A benchmark in the browser. */
export interface Benchmark {
  /** Name on the command line, and heading of its lines. */
  readonly name: string;
  /** Called once, before the first round. */
  prepare(world: BenchWorld): {
    readonly contenders: Readonly<Record<string, TakeSample>>;
    /** Visits of a fresh context that fill its HTTP cache; not measured. */
    warmUp(context: BrowserContext): Promise<void>;
    /** @param samples - the samples of all rounds, by contender */
    report(samples: Samples): readonly Row[];
  };
}

/** How long a benchmark of servers may take. */
export interface ServerRun {
  /** The number of turns of each server, after one more turn that does not count. */
  readonly rounds: number;
  /** The number of exchanges in a turn. Shorter turns have a part of them. */
  readonly exchanges: number;
  /** The number of tokens in the large database of `growth`. */
  readonly tokens: number;
}

/** A benchmark without a browser. It starts its own servers and runs its own rounds. */
export interface ServerBenchmark {
  /** Name on the command line, and heading of its lines. */
  readonly name: string;
  run(run: ServerRun): Promise<Result>;
}
