/** The warnings that this page has shown. Each appears once. */
export const warned = new Set<string>();

/**
 * Writes the only line that the SDK writes to the console.
 *
 * @param text - contains names of options, and of their values only public ones: the client ID, the provider
 *   and the Connect page's path
 */
export function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`TaxConnect: ${text}`);
}
