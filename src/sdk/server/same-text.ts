export async function isSameText(left: string, right: string): Promise<boolean> {
  // Digests have the same length, are compared in constant time, and cannot be guessed byte by byte.
  const [first, second] = await Promise.all([digest(left), digest(right)]);
  let difference = 0;
  for (const [index, byte] of first.entries()) difference |= byte ^ (second[index] ?? 0);
  return difference === 0;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function hashText(text: string): Promise<string> {
  return toHex(await digest(text));
}

/** Computes PKCE's `code_challenge` with the method S256. @see https://www.rfc-editor.org/rfc/rfc7636#section-4.2 */
export async function createCodeChallenge(verifier: string): Promise<string> {
  return btoa(String.fromCharCode(...(await digest(verifier))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
