import { isLoopback } from '../protocol/loopback.ts';

/**
 * @param value - any value; a string or URL is expected
 * @returns the address without query and fragment. Undefined unless it is https (or http on this machine)
 *   without user name and password
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-2.6
 */
export function parseServiceUrl(value: unknown): URL | undefined {
  const url = parseConfidentialUrl(value);
  if (!url) return undefined;
  url.search = '';
  url.hash = '';
  return url;
}

/**
 * @param value - any value; a string or URL is expected
 * @returns the redirect URI as a URL. Undefined unless it is https (or http on this machine) without
 *   fragment, user name and password
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1.2
 */
export function parseRedirectUri(value: unknown): URL | undefined {
  const url = parseConfidentialUrl(value);
  return url?.href.includes('#') ? undefined : url;
}

function parseConfidentialUrl(value: unknown): URL | undefined {
  try {
    if (typeof value !== 'string' && !(value instanceof URL)) return undefined;
    const url = new URL(value);
    const { protocol, hostname, username, password } = url;
    const isConfidential = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    return isConfidential && username === '' && password === '' ? url : undefined;
  } catch {
    // Not an address. The caller's message names the option.
    return undefined;
  }
}
