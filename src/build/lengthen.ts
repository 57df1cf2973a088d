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

/**
 * Turns a text into the pseudo-language `en-XA`.
 *
 * @param text - an English text
 * @returns the text with accents, as long as translations usually are, and in brackets, which show when a
 *   text is cut off
 */
export function lengthen(text: string): string {
  const accented = text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
  return `[${accented}${' ~'.repeat(Math.ceil(text.length / 6))}]`;
}
