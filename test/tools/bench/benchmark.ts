/**
 * The values of a measurement by name, or lists with a value for each repetition. Units are those of the benchmark,
 * usually milliseconds.
 */
export type Sample = Readonly<Record<string, number | readonly number[]>>;

/** A line of the report. */
export interface Row {
  readonly label: string;
  /** The result: a ratio such as 1.04, a size in bytes, a time or a count. */
  readonly value: number;
  readonly unit: 'ratio' | 'bytes' | 'ms' | 'count';
  /** The largest acceptable value; absent if the line only explains another line. */
  readonly aim?: number;
  /** True when `aim` is the smallest acceptable value instead. */
  readonly isLeast?: boolean;
  /** The certainty of the value, or the things that the line counts. */
  readonly note: string;
}

/** The results of one benchmark. */
export interface Result {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The time that a benchmark of servers may take. */
export interface ServerRun {
  /** The number of turns of each server, after one more turn that does not count. */
  readonly rounds: number;
  /** The number of exchanges in a turn. Shorter turns have a part of them. */
  readonly exchanges: number;
  /** The number of tokens in the large database of `growth`. */
  readonly tokens: number;
}
