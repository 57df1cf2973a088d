import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts what plug-ins give us to keep. */
export interface GrantSeal {
  /**
   * @param value - JSON
   * @param context - what it belongs to: it opens nowhere else
   * @returns text for the database
   */
  seal(value: unknown, context: string): string;
  /**
   * @param sealed - from the database
   * @param context - what it belongs to
   * @returns the value
   * @throws Error when it belongs elsewhere, has been changed, or its key is not there any more
   */
  open(sealed: string, context: string): unknown;
}

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const plainPrefix = 'plain.';

/**
 * @param text - GRANT_KEY
 * @returns the keys, the first of which encrypts; undefined when one is not 32 bytes in base64
 */
export function parseGrantKeys(text: string): readonly Buffer[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  const areRight = parts.every(
    (part, index) => /^[\w+/-]{43}=?$/.test(part) && keys[index]?.length === keyBytes,
  );
  return areRight && keys.length <= 2 ? keys : undefined;
}

/**
 * AES-256-GCM with a random IV; the context is authenticated with it, and so is the key's ID.
 *
 * @param keys - as {@link parseGrantKeys}; without any, nothing is encrypted, which is
 *   enough for the simulated providers
 * @returns what encrypts with the first key and decrypts with each
 * @see https://csrc.nist.gov/pubs/sp/800/38/d/final
 */
export function createGrantSeal(keys: readonly Buffer[]): GrantSeal {
  const named = new Map(keys.map((key) => [nameKey(key), key]));
  const [first] = named;
  return {
    seal(value, context) {
      const text = JSON.stringify(value ?? null);
      if (!first) return `${plainPrefix}${text}`;
      const [name, key] = first;
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(
        Buffer.from(`${name} ${context}`),
      );
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
      return `${name}.${Buffer.concat([bytes, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, context) {
      // With a key, plain values are refused: anyone who can write to the database could put them there.
      if (!first && sealed.startsWith(plainPrefix))
        return JSON.parse(sealed.slice(plainPrefix.length));
      const [name = '', body = ''] = sealed.split('.');
      const key = named.get(name);
      if (!key) throw new Error('Sealed with a key that GRANT_KEY does not have.');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(`${name} ${context}`)).setAuthTag(bytes.subarray(-tagBytes));
      const text = decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8');
      return JSON.parse(text + decipher.final('utf8'));
    },
  };
}

/** Identifies the key without revealing it. */
function nameKey(key: Buffer): string {
  return createHash('sha256').update('tax-connect grant key').update(key).digest('hex').slice(0, 8);
}
