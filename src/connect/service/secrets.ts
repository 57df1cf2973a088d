import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../shapes/unions.ts';

const secretBytes = 32;
/** Random bytes in stock: the operating system takes as long for one secret as for a hundred. */
const stock = Buffer.alloc(128 * secretBytes);
let next = stock.length;

/**
 * Makes a code, token, secret or flow token: 256 bits of which nothing can be guessed. Hex, because
 * a leading `-` of base64url breaks command lines.
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
  // A secret that was handed out does not stay in memory.
  stock.fill(0, next, next + secretBytes);
  next += secretBytes;
  return secret;
}

/**
 * Makes a secret that can be made again from its two halves, so that it need not be stored. One half is
 * not enough.
 *
 * @param key - the half that a client holds and shows
 * @param salt - the half that the service keeps
 * @returns 64 hexadecimal digits
 */
export function deriveSecret(key: string, salt: string): string {
  return createHmac('sha256', key).update(salt).digest('hex');
}

/**
 * @param environment - of the application
 * @returns a client secret that says what it is: the SDK refuses one as `clientId`, by this prefix
 */
export function createClientSecret(environment: Environment): string {
  return `${environment}_secret_${createSecret()}`;
}

/**
 * Everything secret is kept as this hash only. A fast hash is right for 256 random bits; a slow one
 * would be a lever for denial of service.
 *
 * @param secret - the secret in clear
 * @returns its SHA-256 as 64 hexadecimal digits
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/**
 * Compares two hashes without telling by its timing where they differ.
 *
 * @param left - 64 hexadecimal digits
 * @param right - 64 hexadecimal digits
 * @returns whether they are the same
 */
export function areSameHashes(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
