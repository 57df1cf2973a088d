/** The unchanged machine, and single changes to it. */
export type Condition = 'cold' | 'slow CPU' | 'slow network';

/** The additional objects that a page keeps. */
export interface Holdings {
  readonly nodes: number;
  readonly listeners: number;
}

/** The results of one contender. */
export interface Figures {
  readonly name: string;
  /** A ratio of medians for each condition; 1 is the handmade frame. The other ratios are cold. */
  readonly ready: Readonly<Record<Condition, number>>;
  readonly seen: number;
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
