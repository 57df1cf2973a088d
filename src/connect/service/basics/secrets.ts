import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../shapes/unions.ts';

const secretBytes = 32;
/** A supply of random bytes, because the operating system needs as long for one secret as for a hundred. */
const stock = Buffer.alloc(128 * secretBytes);
let next = stock.length;

/**
 * Creates a code, token or other secret of 256 random bits, as 64 hexadecimal digits (RFC 6749, section 10.10). It is
 * not base64url, which may start with `-` and break command lines.
 */
export function createSecret(): string {
  if (next === stock.length) {
    randomFillSync(stock);
    next = 0;
  }
  const secret = stock.toString('hex', next, next + secretBytes);
  stock.fill(0, next, next + secretBytes);
  next += secretBytes;
  return secret;
}

/**
 * Derives a secret of 64 hexadecimal digits from two halves, so that it need not be stored. One half is not enough.
 *
 * @param key - the half that the client sends
 * @param salt - the half that the service stores
 */
export function deriveSecret(key: string, salt: string): string {
  return createHmac('sha256', key).update(salt).digest('hex');
}

/** Creates a client secret. The SDK recognizes its prefix, and refuses such a value as `clientId`. */
export function createClientSecret(environment: Environment): string {
  return `${environment}_secret_${createSecret()}`;
}

/** Returns SHA-256 in hexadecimal digits. It is safe for 256 random bits; a slow hash would ease denial of service. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Returns the `code_challenge` by the method S256 (RFC 7636, section 4.2). */
export function toCodeChallenge(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}

/** True when two hashes are equal. They are compared in constant time. */
export function areSameHashes(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
