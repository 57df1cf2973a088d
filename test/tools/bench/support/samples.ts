import type { Sample } from '../benchmark.ts';

/** All samples of one benchmark. */
export interface Samples {
  readonly contenders: readonly string[];
  /** Values of one measure, in the order of the rounds. */
  list(contender: string, measure: string): readonly number[];
}

/** Median and spread of one measure. */
export interface Summary {
  readonly median: number;
  /** Half of the interquartile range, as a part of the median: 0.1 is ±10 %. */
  readonly spread: number;
  readonly count: number;
}

/**
 * @param taken - samples by contender
 * @returns a way to read them
 */
export function createSamples(taken: ReadonlyMap<string, readonly Sample[]>): Samples {
  const samplesOf = (contender: string) => taken.get(contender) ?? [];
  return {
    contenders: [...taken.keys()],
    list: (contender, measure) => samplesOf(contender).flatMap((sample) => sample[measure] ?? []),
  };
}

/**
 * @param values - at least one
 * @returns median and spread
 */
export function summarize(values: readonly number[]): Summary {
  const median = findQuantile(values, 0.5);
  const spread = (findQuantile(values, 0.75) - findQuantile(values, 0.25)) / 2 / median;
  return { median, spread, count: values.length };
}

/**
 * Interpolates between two neighbours, as most statistics programs do by default.
 *
 * @param values - at least one
 * @param part - 0.98 for the 98th percentile
 * @returns the value below which this part of the values lies
 */
function findQuantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position % 1);
}
