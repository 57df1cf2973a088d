/** Reading objects that somebody else made. */

/** Own properties of a foreign object, copied into an object without a prototype. */
export type ForeignRecord = { readonly [key: string]: unknown };

/**
 * Copies one level of a foreign object so that nothing is read from a prototype: neither from the
 * sender's `__proto__` key nor from a polluted `Object.prototype` of ours.
 *
 * @param value - anything
 * @returns its own enumerable properties, or undefined for whatever is not a plain object
 */
export function readRecord(value: unknown): ForeignRecord | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return { __proto__: null, ...value };
}

/**
 * @param value - anything
 * @param maxLength - the longest string that is still taken, in UTF-16 units
 * @returns whether the value is a string of that length or shorter
 */
export function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

/**
 * @param value - anything
 * @param choices - the allowed strings
 * @returns whether the value is one of them
 */
export function isOneOf<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): value is Choice {
  return (choices as readonly unknown[]).includes(value);
}
