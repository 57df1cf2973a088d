/**
 * Creates an unguessable, unique value, such as a nonce: 32 random bytes as base64url without padding (RFC 4648,
 * section 5), which are 43 characters.
 */
export function createToken<Token extends string>(): Token {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '') as Token;
}
