import type { Holdings } from './holdings.ts';

/** The unchanged machine, and single changes to it. */
export type Condition = 'cold' | 'slow CPU' | 'slow network';

/** A ratio of medians for each condition; 1 is the handmade frame. */
export type ByCondition = Readonly<Record<Condition, number>>;

/** The results of one contender. */
export interface Figures {
  readonly name: string;
  readonly ready: ByCondition;
  readonly seen: ByCondition;
  /** Milliseconds, one way. */
  readonly codeMs: number;
  /** CPU of the host's thread, as a ratio. */
  readonly cpu: number;
  /** Minified and gzipped; NaN if the application ships nothing. */
  readonly bytes: number;
  readonly left: Holdings;
}

/** The results of one run. */
export interface Comparison {
  /** Version of Chromium. */
  readonly browser: string;
  readonly rounds: number;
  readonly cycles: number;
  readonly figures: readonly Figures[];
}
