import { isLoopback } from '../../protocol/loopback.ts';
import { defaultConnectUrl } from '../../protocol/service-addresses.ts';

declare const __TAX_CONNECT_VERSION__: string;

/**
 * For the script tag. A classic script knows its own address only from the document, where anything
 * can pretend to be it; the service that hands it out is a constant inside it.
 *
 * @param name - of a language's file
 * @returns its address at the service
 * @throws Error for a loopback service on a page from elsewhere: that would be the visitor's own machine
 */
export function locateAtService(name: string): URL {
  const address = new URL(`sdk/${__TAX_CONNECT_VERSION__}/locales/${name}`, defaultConnectUrl);
  if (isLoopback(address.hostname) && !isLoopback(location.hostname)) {
    throw new Error(`${address.origin} cannot be reached from here.`);
  }
  return address;
}
