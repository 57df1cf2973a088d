import { isLoopback } from '../../protocol/loopback.ts';
import { defaultConnectUrl } from '../../protocol/service-addresses.ts';
import type { LoadLanguage } from './locale-files.ts';

declare const __TAX_CONNECT_VERSION__: string;

/**
 * Loads languages for the script tag. The address of the service is a constant, because any element of a document can
 * pretend to be the script. The browser compares the file, which is data and not code, with its hash in the script:
 * SHA-256 in base64, by BCP 47 tag (https://www.w3.org/TR/SRI/).
 */
export function describeLocales(hashes: Readonly<Record<string, string>>) {
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

/** @throws Error if the service's address is on loopback but the page is not: that is the visitor's own machine */
export function locateAtService(name: string): URL {
  const address = new URL(`sdk/${__TAX_CONNECT_VERSION__}/${name}`, defaultConnectUrl);
  if (isLoopback(address.hostname) && !isLoopback(location.hostname)) {
    throw new Error('out of reach');
  }
  return address;
}
