import { isRecord, isText, readOwn } from './record.ts';

/** Reads an untrusted value. Returns undefined when it is invalid. */
export type Parser<Value> = (value: unknown) => Value | undefined;

export type Shape<Value> = { readonly [Key in keyof Value]-?: Parser<Value[Key]> };

/** The maximum length of a text in a message, in UTF-16 units. */
const maxTextLength = 2000;

/** @returns a new object with only the properties of the shape, or undefined when one of them is invalid */
export function parseShape<Value>(value: unknown, shape: Shape<Value>): Value | undefined {
  if (!isRecord(value)) return undefined;
  const parts: [string, unknown][] = [];
  for (const [key, parse] of Object.entries<Parser<unknown>>(shape)) {
    const part = parse(readOwn(value, key));
    if (part === undefined) return undefined;
    parts.push([key, part]);
  }
  return Object.fromEntries(parts) as Value;
}

export function parseList<Value>(parse: Parser<Value>, maxLength: number): Parser<Value[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxLength) return undefined;
    const list: Value[] = [];
    // Unlike `map`, this loop visits the holes of a sparse array, as undefined, so such an array is invalid.
    for (const entry of value) {
      const part = parse(entry);
      if (part === undefined) return undefined;
      list.push(part);
    }
    return list;
  };
}

export function parseChoice<const Choice>(...choices: Choice[]): Parser<Choice> {
  return (value) => choices.find((choice) => choice === value);
}

export function parseNullable<Value>(parse: Parser<Value>): Parser<Value | null> {
  return (value) => (value === null ? null : parse(value));
}

export function parseText(value: unknown): string | undefined {
  return isText(value, maxTextLength) ? value : undefined;
}
