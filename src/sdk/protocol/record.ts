/** Reads objects of foreign origin. */

/**
 * @param value - anything
 * @returns whether it is an object such as JSON makes: no array, no typed array, no `Map`
 */
export function isRecord(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * Reads one property so that nothing comes from a prototype: neither from the sender's `__proto__`
 * key nor from a polluted `Object.prototype` of ours. Other properties are not read, because a typed
 * array may have millions of them.
 *
 * @param value - anything
 * @param key - of the property
 * @returns its value, or undefined where there is no object with such an own property
 */
export function readOwn(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
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
