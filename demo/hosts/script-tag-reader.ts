import { version } from 'tax-connect';

/** The script tag's address, and the hash of its content. */
export interface ScriptTag {
  readonly url: string;
  /** The value of the `integrity` attribute. */
  readonly integrity: string;
}

/**
 * Asks the Connect service, once, for the script tag of the SDK version that this application was built with. (An
 * application in production copies address and hash into its page, so that the service cannot change the script
 * unnoticed.)
 *
 * @param baseUrl - the address of the Connect service for the backend
 * @param origin - its origin for browsers
 * @returns a function that reads the script tag; its promise rejects while the service is not reachable
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

/** Finds the script's address that changes with the script's content, so that browsers can cache it forever. */
function findHashedScript(answer: unknown, base: URL): ScriptTag | undefined {
  for (const [name, integrity] of Object.entries(Object(answer))) {
    const isScript = name.startsWith('../') && name.endsWith('/tax-connect.js');
    if (isScript && typeof integrity === 'string' && integrity.startsWith('sha384-')) {
      return { url: new URL(name, base).href, integrity };
    }
  }
  return undefined;
}
