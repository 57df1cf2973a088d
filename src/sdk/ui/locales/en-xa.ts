import type { Texts } from './create-translation.ts';
import { en } from './en.ts';

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
  Y: 'Ý',
  Z: 'Ž',
};

/** Longer, as translations are, and between brackets, so that a text that was cut shows. */
function lengthen(text: string): string {
  const accented = text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
  return `[${accented}${' ~'.repeat(Math.ceil(text.length / 6))}]`;
}

function change(value: unknown): unknown {
  if (typeof value === 'string') return lengthen(value);
  if (typeof value === 'function') return change(value('#'));
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, change(part)]));
}

/**
 * The pseudo-language, for eyes and tests: whatever is not in brackets has not been translated. Only
 * who asks for `en-XA` gets it. The build writes out what comes of it.
 */
export const texts: Texts = {
  ...(change(en) as Texts),
  lang: 'en-XA',
  dir: en.dir,
  results: {
    one: lengthen(en.results(1)).replace('1', '#'),
    other: lengthen(en.results(2)).replace('2', '#'),
  },
};
