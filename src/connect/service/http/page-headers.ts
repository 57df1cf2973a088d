import { randomBytes } from 'node:crypto';

const permissions = [
  'camera=()',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'display-capture=()',
  'browsing-topics=()',
].join(', ');

/**
 * @returns a nonce for one document and its headers, so that only the document's own scripts run. `'self'`
 *   would allow every file that the service serves
 * @see https://www.w3.org/TR/CSP3/#security-nonces
 */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * The headers of every document. They do not include Cross-Origin-Opener-Policy, because any value would
 * permanently sever the popup from its opener.
 *
 * @param frameAncestors - the origins that may embed it, in the notation of CSP
 * @param nonce - the nonce of its scripts and their imports; without one, no script runs
 * @see https://www.w3.org/TR/CSP3/
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export function createPageHeaders(
  frameAncestors: string,
  nonce = '',
): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${nonce ? `'nonce-${nonce}'` : "'none'"}`,
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    // A host with COEP shows the frame only if the frame itself has both of these.
    // https://html.spec.whatwg.org/multipage/browsers.html#coep
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': permissions,
    // Only browsers without frame-ancestors use this header.
    // https://www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options
    'X-Frame-Options': 'DENY',
    // Some browsers still have this filter. Its other mode has security holes. https://http.dev/x-xss-protection
    'X-XSS-Protection': '1; mode=block',
  };
}
