/** The characters of a reference, which a user quotes to support: Crockford's base32, as in the SDK's session IDs. */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const referenceLength = 8;
const wellFormed = new RegExp(`^[${referenceAlphabet}]{${referenceLength},100}$`);

/**
 * Reads a reference, or a session ID that begins with it, as a person writes or pastes it. Case, blanks, invisible
 * characters and dashes do not matter. O counts as 0, and I and L count as 1: https://www.crockford.com/base32.html
 */
export function parseReference(text: string): string | undefined {
  const characters = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '');
  const digits = characters.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return wellFormed.test(digits) ? digits.slice(0, referenceLength) : undefined;
}

/** @returns the reference in two groups, such as `K7QF-3M9T` */
export function formatReference(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}
