import type { Row, Sample } from '../benchmark.ts';

/** All samples of one benchmark by contender, in the order of the rounds. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** @returns the values of one measure. Samples without it are left out */
export function listValues(samples: Samples, contender: string, measure: string): number[] {
  return (samples.get(contender) ?? []).flatMap((sample) => sample[measure] ?? []);
}

/** @param values - at least one */
export function findMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [below = Number.NaN, above = Number.NaN] = [Math.floor, Math.ceil].map(
    (round) => sorted[round(middle)],
  );
  return (below + above) / 2;
}

/** Two contenders that have taken turns. */
interface PairedComparison extends Pick<Row, 'label' | 'aim' | 'isLeast'> {
  /** Numerator and denominator. */
  readonly pair: readonly [of: string, to: string];
  readonly measure: string;
}

/** Compares each turn with the one beside it, which has the same load. @returns the median ratio */
export function comparePairs(samples: Samples, { pair, measure, ...line }: PairedComparison): Row {
  const [of = [], to = []] = pair.map((name) => listValues(samples, name, measure));
  const ratios = of.map((value, turn) => value / (to[turn] ?? Number.NaN));
  const [low, high] = findRange(ratios).map((ratio) => ratio.toFixed(2));
  const note = `median of ${ratios.length} pairs, with 95 % certainty from ${low} to ${high}`;
  return { ...line, value: findMedian(ratios), unit: 'ratio', note };
}

/**
 * Other load makes single pairs differ more than commits do, so this measures the certainty of their median.
 *
 * @returns the range of the median of unlimited rounds, with 95 % certainty
 */
function findRange(values: readonly number[]): readonly [from: number, to: number] {
  const sorted = [...values].sort((one, other) => one - other);
  const last = sorted.length - 1;
  // 1.96 standard deviations of the number of values below the median.
  const reach = 0.98 * Math.sqrt(sorted.length);
  const place = (offset: number) => Math.min(Math.max(Math.round(last / 2 + offset), 0), last);
  return [sorted[place(-reach)] ?? Number.NaN, sorted[place(reach)] ?? Number.NaN];
}
