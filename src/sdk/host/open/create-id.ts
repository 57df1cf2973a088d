/** Crockford's base32 has no letters that look or sound alike. https://www.crockford.com/base32.html */
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @returns an ID of 16 characters; the first eight of a session's ID are its reference, see `formatReference` */
export function createId(): string {
  return pick(base32, 16);
}

/** @returns an unguessable value, such as a nonce or a handoff: 43 characters of base64url, with six random bits each */
export function createToken<Token extends string>(): Token {
  return pick(`${base32}ILOUabcdefghijklmnopqrstuvwxyz-_`, 43) as Token;
}

/** The length of `alphabet` is a power of two, so that each character is equally likely. */
function pick(alphabet: string, length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  // `Array.from` is not used, because Prototype.js replaces it with a function that ignores the second argument.
  return bytes.reduce((text, byte) => text + alphabet[byte % alphabet.length], '');
}
