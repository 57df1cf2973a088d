/** A promise of the service, and the check that it is kept. */
interface Promised {
  /** The promise, in a sentence. */
  readonly sentence: string;
  /** Fails unless the promise is kept. A check of a refusal includes a request that succeeds. */
  check(): Promise<void>;
}

/** Promises on one subject. */
export interface Chapter {
  readonly title: string;
  readonly promises: readonly Promised[];
}
