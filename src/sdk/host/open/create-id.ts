/** Creates an ID with five random bits in each character. Users quote its start to support; see `formatReference`. */
export function createId(length = 16): string {
  // Crockford's base32 has no letters that look or sound alike. https://www.crockford.com/base32.html
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  // `Array.from` is not used, because Prototype.js replaces it with a function that ignores the second argument.
  return bytes.reduce((id, byte) => id + alphabet[byte % 32], '');
}
