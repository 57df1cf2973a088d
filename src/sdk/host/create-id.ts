/** @returns 64 random bits, short enough to read out over the phone */
export function createId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('');
}
