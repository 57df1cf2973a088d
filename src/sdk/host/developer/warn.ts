/** The warnings that this page has shown. Each appears once. */
export const warned = new Set<string>();

/**
 * Warns in the console. Nothing else of the SDK writes there.
 *
 * @param text - contains names of options. It contains values only of public options: the client ID, the provider
 *   and the Connect page's path
 */
export function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`TaxConnect: ${text}`);
}
