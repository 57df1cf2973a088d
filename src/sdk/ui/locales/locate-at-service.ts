import { isLoopback } from '../../protocol/loopback.ts';
import { defaultConnectUrl } from '../../protocol/service-addresses.ts';
import type { LocaleFile } from './locale-files.ts';

declare const __TAX_CONNECT_VERSION__: string;

/**
 * For the script tag. A classic script knows its own address only from the document, where anything
 * can pretend to be it; the service that hands it out is a constant inside it.
 *
 * @param hashes - SHA-256 of each language's file, in base64, by BCP 47 tag
 * @returns the files at the service
 */
export function describeLocales(
  hashes: Readonly<Record<string, string>>,
): Readonly<Record<string, LocaleFile>> {
  const files = Object.entries(hashes).map(([tag, hash]) => {
    const file = { integrity: `sha256-${hash}`, locate: () => locateAtService(tag) };
    return [tag, file] as const;
  });
  return Object.fromEntries(files);
}

/** @throws Error for a loopback service on a page from elsewhere: that would be the visitor's own machine */
function locateAtService(tag: string): URL {
  const path = `sdk/${__TAX_CONNECT_VERSION__}/locales/${tag.toLowerCase()}.json`;
  const address = new URL(path, defaultConnectUrl);
  if (isLoopback(address.hostname) && !isLoopback(location.hostname)) {
    throw new Error('out of reach');
  }
  return address;
}
