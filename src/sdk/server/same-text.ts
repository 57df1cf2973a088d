import { toHex } from './to-hex.ts';

/**
 * Compares two texts in constant time.
 *
 * @param left - one text
 * @returns whether they are equal
 */
export async function isSameText(left: string, right: string): Promise<boolean> {
  // Digests have one length, and an attacker cannot approach one step by step.
  const [first, second] = await Promise.all([digest(left), digest(right)]);
  let difference = 0;
  for (const [index, byte] of first.entries()) difference |= byte ^ (second[index] ?? 0);
  return difference === 0;
}

/** @returns the SHA-256 of a text, in hexadecimal */
export async function hashText(text: string): Promise<string> {
  return toHex(await digest(text));
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
