/** Reads a code in the digits of any script, without separators. Letters stay, so that the provider refuses them. */
export function readDigits(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}\u2212.·•]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(readDigit(digit)));
}

/**
 * Reads a code that was pasted with words, as in "Your code is 123 456", if only one number has the length. It may be
 * repeated, by an input method or in a message for the browser: https://wicg.github.io/sms-one-time-codes/
 */
export function findDigits(value: string, length: number): string {
  const runs = value.normalize('NFKC').match(/\p{Nd}[\p{Nd}\s\p{Cf}\p{Pd}.]*/gu) ?? [];
  const repeated = new RegExp(`^(\\d{${length}})\\1*$`);
  const codes = runs.flatMap((run) => repeated.exec(readDigits(run))?.[1] ?? []);
  const [code, other] = new Set(codes);
  return code !== undefined && other === undefined ? code : readDigits(value);
}

/**
 * Computes a digit's value: the digits of each script are consecutive, from zero to nine.
 *
 * @see https://www.unicode.org/versions/Unicode17.0.0/core-spec/chapter-4/#G134153
 */
function readDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/** @returns a code of letters and digits, without the blanks, dashes and invisible characters of the text */
export function readLetters(value: string): string {
  return value.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, '');
}
