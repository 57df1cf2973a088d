import type { JSX } from 'preact';

export type { JSX } from 'preact';

/** What JSX makes. */
export interface Drawing {
  /** An element's name, `Fragment`, or `#text`, whose text is the property `data`. */
  readonly type: string;
  readonly key: unknown;
  readonly props: Readonly<Record<string, unknown>>;
  /** What it was drawn into last, and what is inside. */
  node?: Element | Text;
  inside?: readonly (Drawing | undefined)[];
}

/** Several elements without one around them. */
export const Fragment = '';

/**
 * What the compiler makes of JSX. Neither object has a prototype: nothing is taken from a polluted
 * `Object.prototype`, and nothing that came from outside can pass for a drawing.
 *
 * @param type - see `Drawing`
 * @param props - attributes, listeners (`onClick`), `style` as an object, `children`
 * @param key - says which of several siblings is the same as before
 * @returns the drawing; its type is Preact's, which knows every element
 */
export function jsx(type: string, props: object, key?: unknown): JSX.Element {
  const drawing = { __proto__: null, type, key, props: { __proto__: null, ...props } };
  return drawing as unknown as JSX.Element;
}

/**
 * The compiler's name for an element with several children.
 *
 * @param type - see `jsx`
 * @param props - see `jsx`
 * @param key - see `jsx`
 * @returns the drawing
 * @public
 */
export function jsxs(type: string, props: object, key?: unknown): JSX.Element {
  return jsx(type, props, key);
}
