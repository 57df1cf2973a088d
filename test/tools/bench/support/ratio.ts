import type { Range, Row } from '../benchmark.ts';
import { type Samples, summarize } from './samples.ts';

/** One measure of two contenders. */
export interface Comparison {
  readonly label: string;
  /** The numerator: contender and measure. */
  readonly of: readonly [contender: string, measure: string];
  /** The denominator: contender and measure. */
  readonly to: readonly [contender: string, measure: string];
  readonly aim?: number;
}

/**
 * @param samples - of the benchmark
 * @param comparison - numerator and denominator
 * @returns the ratio of the medians, with the spread of both
 */
export function createRatio(samples: Samples, { of, to, ...line }: Comparison): Row {
  const [above, below] = [samples.list(...of), samples.list(...to)];
  const [upper, lower] = [summarize(above), summarize(below)];
  const value = upper.median / lower.median;
  const doubt = Math.hypot(findDoubt(above), findDoubt(below));
  const note = `±${percent(upper.spread)} ÷ ±${percent(lower.spread)}, n = ${upper.count}`;
  return { ...line, value, unit: 'ratio', note, range: [value * (1 - doubt), value * (1 + doubt)] };
}

/** @returns how far the median of endless rounds may be from the median, as a part of it */
function findDoubt(values: readonly number[]): number {
  const [from, to] = findRange(values);
  return (to - from) / 2 / summarize(values).median;
}

/** Two contenders that have taken turns. */
export interface PairedComparison {
  readonly label: string;
  /** Numerator and denominator. */
  readonly pair: readonly [of: string, to: string];
  readonly measure: string;
}

/**
 * Each turn is compared with the one beside it, because other load on the machine affects both.
 *
 * @returns the median of the ratios, and how sure it is
 */
export function comparePairs(samples: Samples, { label, pair, measure }: PairedComparison): Row {
  const [of, to] = pair.map((name) => samples.list(name, measure));
  const ratios = (of ?? []).map((value, turn) => value / (to?.[turn] ?? Number.NaN));
  const { median, count } = summarize(ratios);
  const range = findRange(ratios);
  const [low, high] = range.map((ratio) => ratio.toFixed(2));
  const note = `median of ${count} pairs, with 95 % certainty from ${low} to ${high}`;
  return { label, value: median, unit: 'ratio', note, range };
}

/**
 * Other load makes single pairs differ more than commits do, so this measures the certainty of their median.
 *
 * @returns the range of the median of unlimited rounds, with 95 % certainty
 */
function findRange(values: readonly number[]): Range {
  const sorted = [...values].sort((one, other) => one - other);
  const last = sorted.length - 1;
  // 1.96 standard deviations of the number of values below the median.
  const reach = 0.98 * Math.sqrt(sorted.length);
  const place = (offset: number) => Math.min(Math.max(Math.round(last / 2 + offset), 0), last);
  return [sorted[place(-reach)] ?? Number.NaN, sorted[place(reach)] ?? Number.NaN];
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
