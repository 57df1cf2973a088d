import { version } from 'tax-connect';

/** The script tag's address and what its content must hash to. */
export interface ScriptTag {
  readonly url: string;
  /** Value of the `integrity` attribute. */
  readonly integrity: string;
}

/**
 * Asks the Connect service, once, for the hash of the SDK version this application was built with.
 * (An application in production copies the hash into its page: then not even the service can change
 * the script unnoticed.)
 *
 * @param baseUrl - where the backend reaches the Connect service
 * @param origin - where browsers reach it
 * @returns reads the script tag; the promise rejects while the service cannot be asked
 */
export function createScriptTagReader(baseUrl: string, origin: string): () => Promise<ScriptTag> {
  const url = `${origin}/sdk/${version}/tax-connect.js`;
  let known: ScriptTag | undefined;
  return async () => {
    if (known) return known;
    const address = new URL(`/sdk/${version}/integrity.json`, baseUrl);
    const response = await fetch(address, { signal: AbortSignal.timeout(5000) });
    const answer: unknown = response.ok ? await response.json() : undefined;
    const integrity =
      typeof answer === 'object' && answer !== null && 'tax-connect.js' in answer
        ? answer['tax-connect.js']
        : undefined;
    if (typeof integrity !== 'string' || !/^sha(256|384|512)-[\w+/=]+$/.test(integrity)) {
      throw new Error(`${address} has no hash of tax-connect.js (status ${response.status}).`);
    }
    known = { url, integrity };
    return known;
  };
}
