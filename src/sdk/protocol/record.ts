/** @returns whether a value is a plain object, as JSON produces it: not an array, a typed array or a `Map` */
export function isRecord(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * Reads one own property, so that no value comes from a sender's `__proto__` or a polluted `Object.prototype`. It reads
 * no other property, because a typed array may have millions of them.
 */
export function readOwn(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

export function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

/** @returns a test for a text that matches the pattern */
export function matches(pattern: RegExp) {
  return (value: unknown) => typeof value === 'string' && pattern.test(value);
}

export function isOneOf<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): value is Choice {
  return (choices as readonly unknown[]).includes(value);
}
