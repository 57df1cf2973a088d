/** Crockford's base32, the same as in the SDK's session IDs. */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const referenceLength = 8;
const wellFormed = new RegExp(`^[${referenceAlphabet}]{${referenceLength},100}$`);

/**
 * Reads a reference as a person writes it down. Case and the dash do not matter. O counts as 0, and I and L count
 * as 1. A session ID is accepted, too, because it begins with its reference.
 *
 * @param text - untrusted data
 * @returns its eight characters, or undefined
 * @see https://www.crockford.com/base32.html
 */
export function parseReference(text: string): string | undefined {
  const characters = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const digits = characters.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return wellFormed.test(digits) ? digits.slice(0, referenceLength) : undefined;
}

/**
 * @param reference - its eight characters
 * @returns the reference in two groups, such as `K7QF-3M9T`
 */
export function formatReference(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}
