import type { Growth } from './take.ts';

/** A ratio of medians for each condition; 1 is the frame made by hand. */
interface ByCondition {
  readonly cold: number;
  readonly 'slow CPU': number;
  readonly 'slow network': number;
}

/** What was found of one contender. */
export interface Figures {
  readonly name: string;
  readonly ready: ByCondition;
  readonly seen: ByCondition;
  /** Milliseconds, one way. */
  readonly codeMs: number;
  /** CPU of the host's thread, as a ratio. */
  readonly cpu: number;
  /** Minified and gzipped; NaN where nothing is shipped. */
  readonly bytes: number;
  readonly left: Growth;
}

/** Everything that one run found. */
export interface Comparison {
  /** Version of Chromium. */
  readonly browser: string;
  readonly rounds: number;
  readonly cycles: number;
  readonly figures: readonly Figures[];
}
