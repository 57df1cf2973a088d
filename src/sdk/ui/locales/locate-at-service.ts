import { isLoopback } from '../../protocol/loopback.ts';
import { defaultConnectUrl } from '../../protocol/service-addresses.ts';
import type { LoadLanguage } from './locale-files.ts';

declare const __TAX_CONNECT_VERSION__: string;

/**
 * Describes the languages for the script tag. A classic script can learn its own address only from the document,
 * where any element can pretend to be the script. So the address of the service is a constant inside the script.
 *
 * A language is data, not code. Subresource Integrity protects the script, which has the hash of each language's
 * file, and the browser compares the file with this hash.
 *
 * @param hashes - SHA-256 of each language's file, in base64, by BCP 47 tag
 * @see https://www.w3.org/TR/SRI/
 */
export function describeLocales(
  hashes: Readonly<Record<string, string>>,
): Readonly<Record<string, LoadLanguage>> {
  const files = Object.entries(hashes).map(([tag, hash]) => {
    const load: LoadLanguage = async () => {
      const response = await fetch(locateAtService(`locales/${tag.toLowerCase()}.json`), {
        integrity: `sha256-${hash}`,
      });
      return { default: await response.json() };
    };
    return [tag, load] as const;
  });
  return Object.fromEntries(files);
}

/**
 * @param name - a file that the service has beside the script
 * @throws Error for a loopback service on a page from elsewhere, because that would be the visitor's own machine
 */
export function locateAtService(name: string): URL {
  const address = new URL(`sdk/${__TAX_CONNECT_VERSION__}/${name}`, defaultConnectUrl);
  if (isLoopback(address.hostname) && !isLoopback(location.hostname)) {
    throw new Error('out of reach');
  }
  return address;
}
