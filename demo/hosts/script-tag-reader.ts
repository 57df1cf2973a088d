import { version } from 'tax-connect';

/** The URL and the hash of the script that the script tag loads. */
export interface ScriptTag {
  readonly url: string;
  /** The value of the `integrity` attribute. */
  readonly integrity: string;
}

/**
 * Creates a function that asks the Connect service, once, for the script tag of the SDK version with which this
 * application was built. A real application instead copies the URL and the hash into its page, so that the service
 * cannot change the script unnoticed.
 *
 * @param baseUrl - the URL by which this backend reaches the Connect service
 * @param origin - the origin by which browsers reach the Connect service
 * @returns the function. Its promise rejects if the service cannot be reached; the next call then asks again
 */
export function createScriptTagReader(baseUrl: string, origin: string): () => Promise<ScriptTag> {
  let known: ScriptTag | undefined;
  return async () => {
    if (known) return known;
    const path = `/sdk/${version}/integrity.json`;
    const response = await fetch(new URL(path, baseUrl), { signal: AbortSignal.timeout(5000) });
    const answer: unknown = response.ok ? await response.json() : undefined;
    known = findHashedScript(answer, new URL(path, origin));
    if (!known) throw new Error(`${baseUrl}${path} has no script tag (status ${response.status}).`);
    return known;
  };
}

/** Finds the script's URL that contains the hash of its content. Browsers can cache a script at this URL forever. */
function findHashedScript(answer: unknown, base: URL): ScriptTag | undefined {
  for (const [name, integrity] of Object.entries(Object(answer))) {
    const isScript = name.startsWith('../') && name.endsWith('/tax-connect.js');
    if (isScript && typeof integrity === 'string' && integrity.startsWith('sha384-')) {
      return { url: new URL(name, base).href, integrity };
    }
  }
  return undefined;
}
