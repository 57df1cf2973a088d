/**
 * A policy as strict as policies get, to show that Connect needs no hole in it: three sources name
 * the Connect service, for the script tag, the languages that it fetches, and the frame.
 *
 * @param connectOrigin - origin of the Connect page
 * @returns headers for every answer of the application
 * @see https://www.w3.org/TR/CSP3/
 */
export function createSecurityHeaders(connectOrigin: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${connectOrigin}/sdk/`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${connectOrigin}/sdk/`,
    `frame-src ${connectOrigin}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // Not same-origin: a Connect popup would be cut off, and need the service to find its way back.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
