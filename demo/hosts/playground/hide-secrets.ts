/** Stands where something secret was. */
const mask = '••••••••';

const secretNames: ReadonlySet<string> = new Set(['code', 'nonce', 'handoff', 'state']);

/**
 * Formats a message of the channel, or what a callback was given.
 *
 * @param value - JSON-compatible
 * @returns JSON, in which no authorization code, nonce, handoff or state can be read
 */
export function formatSafely(value: unknown): string {
  return JSON.stringify(hideSecrets(value), null, 2);
}

function hideSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== 'object' || value === null) return value;
  // An error has a code, too, which has to be seen.
  const isError = 'retryable' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isSecret = part !== null && secretNames.has(name) && !(isError && name === 'code');
      return [name, isSecret ? mask : hideSecrets(part)];
    }),
  );
}
