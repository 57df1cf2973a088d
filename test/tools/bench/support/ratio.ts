import type { Row } from '../benchmark.ts';
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
  const above = summarize(samples.list(...of));
  const below = summarize(samples.list(...to));
  const note = `±${percent(above.spread)} ÷ ±${percent(below.spread)}, n = ${above.count}`;
  return { ...line, value: above.median / below.median, unit: 'ratio', note };
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
