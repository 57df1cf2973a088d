const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:[a-z\d-]+\.)+localhost)$/;

/**
 * @param hostname - as in `URL.hostname`: lower case, IPv6 in brackets
 * @returns whether it always names this machine: `localhost`, `*.localhost`, 127.0.0.1 or [::1]
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
export function isLoopbackHostname(hostname: string): boolean {
  return loopbackHost.test(hostname);
}
