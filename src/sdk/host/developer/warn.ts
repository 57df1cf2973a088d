export const warned = new Set<string>();

/** The only function of the SDK that writes to the console. A text may name options, but has only public values. */
export function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`TaxConnect: ${text}`);
}
