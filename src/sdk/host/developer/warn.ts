/** The warnings that this page has shown. Each one is shown once. */
export const warned = new Set<string>();

/**
 * Shows a warning in the console. No other function of the SDK writes to the console.
 *
 * @param text - may contain the names of options, but only values that are public, such as the client ID, the
 *   provider and the Connect page's address
 */
export function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`TaxConnect: ${text}`);
}
