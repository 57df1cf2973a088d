/** @returns whether a value is a plain object, as JSON produces it: not an array, a typed array or a `Map` */
export function isRecord(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** Reads no `__proto__`, no polluted `Object.prototype`, and only one property: a typed array may have millions. */
export function readOwn(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

export function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

export function matches(pattern: RegExp) {
  return (value: unknown) => typeof value === 'string' && pattern.test(value);
}

export function isOneOf<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): value is Choice {
  return (choices as readonly unknown[]).includes(value);
}
