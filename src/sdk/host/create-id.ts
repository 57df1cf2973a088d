/** Crockford's base32 has no letters that look or sound alike. https://www.crockford.com/base32.html */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @returns 80 random bits; the first eight characters are the reference, see `formatReference` */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join('');
}
