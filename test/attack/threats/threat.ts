/** A test: its file below `test/`, and a part of its name or its group's name, as in the source. */
export type Proof = `${string} › ${string}`;

/** An attack, and the tests which show that it fails. */
export interface Threat {
  readonly title: string;
  /** The attack, which is refused. */
  readonly tests: readonly Proof[];
  /** The same action done correctly, which succeeds. */
  readonly control: Proof;
  /** The attack on a build without the defence, where it succeeds; or why there is no such build. */
  readonly weakened: Proof | { readonly none: string };
}

/** Threats by number. The numbers are stable, so that reports can refer to them. */
export type Threats = Readonly<Record<number, Threat>>;

/**
 * For a defence that a unit test covers: the control, and the failing run before the fix, show that it
 * works.
 */
export const shownByControl = { none: 'shown by the control' } as const;
