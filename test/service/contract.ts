/** A promise of the service, and what shows that it is kept. */
interface Promised {
  /** What is promised, in a sentence. */
  readonly sentence: string;
  /** Fails unless the promise is kept; a refusal has what succeeds beside it. */
  check(): Promise<void>;
}

/** Promises about one matter. */
export interface Chapter {
  readonly title: string;
  readonly promises: readonly Promised[];
}
