import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../shapes/unions.ts';

const secretBytes = 32;
/** A supply of random bytes. The operating system needs as long for one secret as for a hundred. */
const stock = Buffer.alloc(128 * secretBytes);
let next = stock.length;

/**
 * Creates a code, token, secret or flow token with 256 random bits. It is hexadecimal, because a leading `-` of
 * base64url breaks command lines.
 *
 * @returns 64 hexadecimal digits
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-10.10
 */
export function createSecret(): string {
  if (next === stock.length) {
    randomFillSync(stock);
    next = 0;
  }
  const secret = stock.toString('hex', next, next + secretBytes);
  // A returned secret is erased from the supply.
  stock.fill(0, next, next + secretBytes);
  next += secretBytes;
  return secret;
}

/**
 * Derives a secret from two halves, so that it need not be stored. One half alone is not enough.
 *
 * @param key - the half that the client sends
 * @param salt - the half that the service stores
 * @returns 64 hexadecimal digits
 */
export function deriveSecret(key: string, salt: string): string {
  return createHmac('sha256', key).update(salt).digest('hex');
}

/** @returns a client secret with a recognizable prefix; the SDK refuses such a value as `clientId` */
export function createClientSecret(environment: Environment): string {
  return `${environment}_secret_${createSecret()}`;
}

/**
 * Hashes a secret; only the hash is stored. A fast hash is safe for 256 random bits; a slow one would ease denial
 * of service.
 *
 * @returns SHA-256 as 64 hexadecimal digits
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/**
 * @returns the `code_challenge` by the method S256
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4.2
 */
export function toCodeChallenge(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}

/** Compares two hashes in constant time. */
export function areSameHashes(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
