import { readFileSync, writeFileSync } from 'node:fs';
import type { Range, Result, Row } from '../benchmark.ts';

const file = 'test/tools/bench/record.json';

/** The ratios with an aim that an earlier run found, by benchmark and label. */
type BenchRecord = Readonly<Record<string, RecordedRatios>>;

type RecordedRatios = Readonly<Record<string, { readonly value: number; readonly range: Range }>>;

/** @returns the names of the benchmarks in the record */
export const listRecorded = (): readonly string[] => Object.keys(readRecord());

/** Replaces the ratios of these benchmarks in the record. Take it on a machine without other load. */
export function keepRatios(results: readonly Result[]): void {
  const found = results.map(({ name, rows }) => [
    name,
    Object.fromEntries(rows.flatMap(keepRatio)),
  ]);
  const record = { ...readRecord(), ...Object.fromEntries(found) };
  // A range on one line, as the formatter wants it.
  const text = JSON.stringify(record, null, 2).replace(/\[\s+(\S+)\s+(\S+)\s+\]/g, '[$1 $2]');
  writeFileSync(file, `${text}\n`);
}

/**
 * Compares ratios with the record. One counts as worse only if the range of each run excludes that of the other:
 * less may be noise.
 *
 * @returns a sentence about each ratio that is worse, or no longer measured
 */
export function findWorse(results: readonly Result[]): readonly string[] {
  const record = readRecord();
  return results.flatMap(({ name, rows }) =>
    Object.entries(record[name] ?? {}).flatMap(([label, { value, range }]) => {
      const row = rows.find((found) => found.label === label);
      if (!row?.range) return `${name}: "${label}" is in ${file}, and was not measured.`;
      if (!isWorse(row, range)) return [];
      return `${name}: "${label}" was ${show(value, range)}, and is ${show(row.value, row.range)}.`;
    }),
  );
}

const isWorse = ({ range: [from, to] = [0, 0], isLeast }: Row, kept: Range) =>
  isLeast ? to < kept[0] : from > kept[1];

const show = (value: number, range: Range) =>
  `${value.toFixed(3)} (${range.map((end) => end.toFixed(3)).join(' to ')})`;

/** Keeps only ratios with an aim. The others explain them, and need not be smaller to be better. */
function keepRatio({ label, value, aim, range }: Row) {
  const round = (exact: number) => Number(exact.toPrecision(4));
  return aim !== undefined && range
    ? [[label, { value: round(value), range: range.map(round) }] as const]
    : [];
}

const readRecord = (): BenchRecord => JSON.parse(readFileSync(file, 'utf8'));
