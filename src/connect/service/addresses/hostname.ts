/**
 * Rejects host names with characters that mean something else in a header. For URL parsers, `https://*.example` is
 * an origin, and so is `https://a;script-src`, which would add a directive to our Content-Security-Policy.
 *
 * @param hostname - as in `URL.hostname`
 * @returns whether it is a name of letters, digits, hyphens and dots, or an IP address
 * @see https://url.spec.whatwg.org/#forbidden-domain-code-point
 */
export function isPlainHostname(hostname: string): boolean {
  return /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/.test(hostname);
}
