import { toHex } from './same-text.ts';

/** Derives a key that reveals neither the secret nor keys of other uses. @see https://www.rfc-editor.org/rfc/rfc5869 */
export async function deriveKey(
  { secret, use }: { readonly secret: string; readonly use: string },
  name: 'AES-GCM' | 'HMAC',
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  const info = encoder.encode(use);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  const algorithm = { name, hash: 'SHA-256', length: 256 };
  return crypto.subtle.deriveKey(derivation, material, algorithm, false, usages);
}

const nonceBytes = 12;

/** Creates functions that encrypt a value for a browser to carry, which only this backend can read or change. */
export function createSeal<Value>(secret: string, use: string) {
  let key: Promise<CryptoKey> | undefined;
  const prepare = async (iv: BufferSource) => {
    key ??= deriveKey({ secret, use }, 'AES-GCM', ['encrypt', 'decrypt']);
    return [{ name: 'AES-GCM', iv }, await key] as const;
  };
  return {
    async seal(value: Value): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const text = new TextEncoder().encode(JSON.stringify(value));
      const sealed = await crypto.subtle.encrypt(...(await prepare(iv)), text);
      return toHex(iv) + toHex(new Uint8Array(sealed));
    },
    /** @returns the decrypted value; undefined for a text that `seal` has not returned */
    async open(sealed: string): Promise<Value | undefined> {
      // Only lower-case hexadecimal is accepted. A used text in upper case would otherwise pass as a new one.
      const pairs = /^(?:[0-9a-f]{2})+$/.test(sealed) ? (sealed.match(/../g) ?? []) : [];
      const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
      try {
        const parts = await prepare(bytes.subarray(0, nonceBytes));
        const text = await crypto.subtle.decrypt(...parts, bytes.subarray(nonceBytes));
        return JSON.parse(new TextDecoder().decode(text));
      } catch {
        return undefined;
      }
    },
  };
}
