/** Stands where something secret was. */
const mask = '••••••••';

/** Fields of messages, callbacks and requests to the token endpoint. */
const secretNames: ReadonlySet<string> = new Set([
  'access_token',
  'client_secret',
  'code_verifier',
  'code',
  'handoff',
  'nonce',
  'state',
]);

/**
 * @param value - JSON-compatible: a message of the channel, what a callback was given, or the body of a
 *   request to the token endpoint or of its answer
 * @returns a copy in which no secret, code or token can be read
 */
export function hideSecrets(value: unknown): unknown {
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

/**
 * @param value - as {@link hideSecrets}
 * @returns JSON on several lines, with secrets masked
 */
export function formatSafely(value: unknown): string {
  return JSON.stringify(hideSecrets(value), null, 2);
}
