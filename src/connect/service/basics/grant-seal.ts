import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts the grants and states of plug-ins. */
export type GrantSeal = ReturnType<typeof createGrantSeal>;

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const plainPrefix = 'plain.';

/** Reads one or two keys from GRANT_KEY; the first key encrypts. Undefined when a key is not 32 bytes in base64. */
export function parseGrantKeys(text: string): readonly Buffer[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  const areRight = parts.every(
    (part, index) => /^[\w+/-]{43}=?$/.test(part) && keys[index]?.length === keyBytes,
  );
  return areRight && keys.length <= 2 ? keys : undefined;
}

/**
 * Creates a seal that encrypts with the first key and decrypts with every key. It uses AES-256-GCM with a random IV,
 * which also authenticates the context and the key's name.
 *
 * @param keys - without keys, nothing is encrypted, which is enough for the simulated providers
 * @see https://csrc.nist.gov/pubs/sp/800/38/d/final
 */
export function createGrantSeal(keys: readonly Buffer[]) {
  const named = new Map(keys.map((key) => [nameKey(key), key]));
  const [first] = named;
  return {
    /** False without a key. Values are then stored as plain text. */
    isEncrypting: first !== undefined,
    /** The names of the keys. The first key encrypts. */
    keyNames: [...named.keys()],
    /** @param context - the flow or account that the value belongs to; opening the value needs the same context */
    seal(value: unknown, context: string): string {
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
    /** @throws Error when the context differs, the text has been changed, or its key was removed */
    open(sealed: string, context: string): unknown {
      // With keys, plain values are refused, because anyone who can write to the database could insert them.
      if (!first && sealed.startsWith(plainPrefix))
        return JSON.parse(sealed.slice(plainPrefix.length));
      const [name = '', body = ''] = sealed.split('.');
      const key = named.get(name);
      if (!key)
        throw new Error('The value was sealed with a key that GRANT_KEY no longer contains.');
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

/** Like `open` of the seal, but returns undefined when `open` would throw. */
export function tryOpen(
  seal: GrantSeal,
  sealed: string,
  context: string,
): { readonly value: unknown } | undefined {
  try {
    return { value: seal.open(sealed, context) };
  } catch {
    return undefined;
  }
}

/** Returns the name of the key that sealed a value, or `plain`. */
export function readKeyName(sealed: string): string {
  return sealed.split('.', 1)[0] ?? '';
}

/** Returns a name that identifies a key without revealing it. */
function nameKey(key: Buffer): string {
  return createHash('sha256').update('tax-connect grant key').update(key).digest('hex').slice(0, 8);
}
