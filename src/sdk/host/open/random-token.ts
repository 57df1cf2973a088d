/** Creates a secret value, such as a nonce: 32 random bytes in the 43 characters of base64url without padding. */
export function createToken<Token extends string>(): Token {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '') as Token;
}
