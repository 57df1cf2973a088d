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

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:[a-z\d-]+\.)+localhost)$/;

/**
 * @param hostname - as in `URL.hostname`: lower case, IPv6 in brackets
 * @returns whether it always names this machine: `localhost`, `*.localhost`, 127.0.0.1 or [::1]
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
export function isLoopbackHostname(hostname: string): boolean {
  return loopbackHost.test(hostname);
}
