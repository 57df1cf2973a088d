/** The text that is shown instead of a secret. */
const mask = '••••••••';

/** The names of fields that contain secrets, in messages, callbacks, and requests to the token endpoint. */
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
 * @param value - a JSON-compatible value, such as a message between host and Connect page, the argument of a callback,
 *   or a body of a request or a response of the token endpoint
 * @returns a copy in which secrets, codes and tokens are masked
 */
export function hideSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== 'object' || value === null) return value;
  // The `code` of an error is an error code, not an authorization code. It is not secret, and must be visible.
  const isError = 'retryable' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isSecret = part !== null && secretNames.has(name) && !(isError && name === 'code');
      return [name, isSecret ? mask : hideSecrets(part)];
    }),
  );
}

/**
 * @param value - a value as for {@link hideSecrets}
 * @returns JSON on several lines, with masked secrets
 */
export function formatSafely(value: unknown): string {
  return JSON.stringify(hideSecrets(value), null, 2);
}
