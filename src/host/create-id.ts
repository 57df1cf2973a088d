/** @returns 64 random bits, short enough to read out on the telephone */
export function createId(): string {
  return `${crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36)}`;
}
