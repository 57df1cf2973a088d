import { isRecord, isText, readOwn } from './record.ts';

/** Reads a foreign value; undefined when it is not what it has to be. */
export type Parser<Value> = (value: unknown) => Value | undefined;

/** A parser for each property. */
export type Shape<Value> = { readonly [Key in keyof Value]-?: Parser<Value[Key]> };

/** Longest text that is taken from a page, in UTF-16 units. */
const maxTextLength = 2000;

/**
 * @param value - anything
 * @param shape - what its properties have to be
 * @returns a new object of these properties and no others, or undefined when one is wrong
 */
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

/**
 * @param parse - of each entry
 * @param maxLength - the longest list that is still taken
 * @returns reads a list into a new one
 */
export function parseList<Value>(parse: Parser<Value>, maxLength: number): Parser<Value[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxLength) return undefined;
    const list: Value[] = [];
    // Ends at the first hole: an array of four thousand million of them is quickly sent.
    for (const entry of value) {
      const part = parse(entry);
      if (part === undefined) return undefined;
      list.push(part);
    }
    return list;
  };
}

/**
 * @param choices - what the value may be
 * @returns reads one of them
 */
export function parseChoice<const Choice>(...choices: Choice[]): Parser<Choice> {
  return (value) => choices.find((choice) => choice === value);
}

/**
 * @param parse - of a value that is not null
 * @returns reads such a value, or null
 */
export function parseNullable<Value>(parse: Parser<Value>): Parser<Value | null> {
  return (value) => (value === null ? null : parse(value));
}

/**
 * @param value - anything
 * @returns the text, or undefined
 */
export function parseText(value: unknown): string | undefined {
  return isText(value, maxTextLength) ? value : undefined;
}
