import type { Handoff, Nonce } from '../protocol/brands.ts';

/** @returns 32 random bytes as base64url without padding (RFC 4648, section 5): 43 characters */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/** @returns a nonce that nobody has had */
export const createNonce = createToken as () => Nonce;

/** @returns a handoff that nobody has had */
export const createHandoff = createToken as () => Handoff;
