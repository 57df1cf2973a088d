/**
 * Copies a text to the clipboard.
 *
 * @returns false when the browser refuses, or has no clipboard over plain http
 * @see https://w3c.github.io/clipboard-apis/#async-clipboard-api
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
