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
 * @returns what this one document and its headers say, so that its scripts run and no other: with
 *   `'self'` whatever else we ever serve could be run, too
 * @see https://www.w3.org/TR/CSP3/#security-nonces
 */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * The headers of everything that is a document. Deliberately without Cross-Origin-Opener-Policy: any
 * value severs the popup from its opener for good.
 *
 * @param frameAncestors - the pages that may embed it, in the notation of CSP
 * @param formTarget - source that a form's answer may redirect to, beside ourselves
 * @param nonce - of its scripts and of what they import; without one, none runs
 * @returns headers
 * @see https://www.w3.org/TR/CSP3/
 */
export function createPageHeaders(
  frameAncestors: string,
  formTarget = '',
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
      // Chromium applies form-action to redirects too, so the way back has to be on the list.
      `form-action 'self'${formTarget ? ` ${formTarget}` : ''}`,
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    // A host with COEP shows the frame only if the frame itself has both of these.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': permissions,
    // For what does not know frame-ancestors; whatever does must ignore this beside it.
    // https://www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options
    'X-Frame-Options': 'DENY',
    // Filters that browsers no longer have; in one that still does, only this mode is safe.
    'X-XSS-Protection': '1; mode=block',
  };
}

/**
 * @param redirectUri - where a redirect flow ends
 * @returns it as a CSP source; CSP has no notation for IPv6, so there only the scheme is left
 */
export function toFormTarget(redirectUri: string): string {
  const { hostname, origin, protocol } = new URL(redirectUri);
  return hostname.startsWith('[') ? protocol : origin;
}
