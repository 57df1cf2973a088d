import { isLoopback } from '../protocol/loopback.ts';
import { warnOnce } from './log-error.ts';

/** Reads an address without query and fragment; undefined unless it is https, or http on this machine or a host. */
export function parseServiceUrl(value: unknown, insecureHosts?: readonly string[]) {
  const url = parseConfidentialUrl(value, insecureHosts);
  if (!url) return undefined;
  url.search = '';
  url.hash = '';
  return url;
}

/** Refuses a fragment. @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1.2 */
export function isRedirectUri(value: unknown): boolean {
  return parseConfidentialUrl(value)?.href.includes('#') === false;
}

function parseConfidentialUrl(value: unknown, insecureHosts: readonly string[] = []) {
  try {
    if (typeof value !== 'string' && !(value instanceof URL)) return undefined;
    const url = new URL(value);
    const { protocol, hostname, username, password } = url;
    if (username !== '' || password !== '') return undefined;
    if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return url;
    if (protocol !== 'http:' || !insecureHosts.includes(hostname)) return undefined;
    warnOnce(
      `${url.origin} is called without encryption, because insecureHosts names it. Use it only in a network that is yours alone.`,
    );
    return url;
  } catch {
    // The value is not an address. The caller's message names the option.
    return undefined;
  }
}
