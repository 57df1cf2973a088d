/** Sources of a policy that differ from page to page. */
export interface PolicySources {
  /** Where scripts and what they fetch may come from, besides the application itself. */
  readonly scripts: readonly string[];
  readonly frameSources: string;
}

/**
 * A policy as strict as policies get, to show that Connect needs no hole in it.
 *
 * @param sources - see `PolicySources`
 * @returns the value of `Content-Security-Policy`
 * @see https://www.w3.org/TR/CSP3/
 */
export function createPolicy({ scripts, frameSources }: PolicySources): string {
  const own = ["'self'", ...scripts].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${own}`,
    `frame-src ${frameSources}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * Three sources name the Connect service: for the script tag, the languages that it fetches, and the frame.
 *
 * @param connectOrigin - origin of the Connect page
 * @returns headers for every answer of the application
 */
export function createSecurityHeaders(connectOrigin: string): Record<string, string> {
  return {
    'Content-Security-Policy': createPolicy({
      scripts: [`${connectOrigin}/sdk/`],
      frameSources: connectOrigin,
    }),
    // Not same-origin: a Connect popup would be cut off, and need the service to find its way back.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
