/** A test: its file below `test/`, and a part of its name or of its group's, as in the source. */
export type Proof = `${string} › ${string}`;

/** One way to attack, and what shows that it does not work. */
export interface Threat {
  readonly title: string;
  /** The attack, tried and refused. */
  readonly tests: readonly Proof[];
  /** The same thing done rightly, which succeeds. */
  readonly control: Proof;
  /** The attack on a build without the defence, in which it works; or why there is no such build. */
  readonly weakened: Proof | { readonly none: string };
}

/** Threats by number; the numbers are stable, so that a report can name them. */
export type Threats = Readonly<Record<number, Threat>>;

/** For a defence that one unit test can see absent: the control and the red run before the fix do it. */
export const shownByControl = { none: 'shown by the control' } as const;
