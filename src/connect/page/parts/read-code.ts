/**
 * Reads a numeric code as people type and paste it: in the digits of any script, and with separators.
 *
 * @param value - from the field
 * @returns the code in ASCII digits. Letters stay, so that the provider can refuse them
 */
export function readDigits(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}\u2212.·•]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(readDigit(digit)));
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

/** @returns a code of letters and digits, without blanks, dashes and invisible characters */
export function readLetters(value: string): string {
  return value.replace(/[\s\p{Cf}-]/gu, '');
}
