/** The sources of a content security policy that differ between the application's pages. */
export interface PolicySources {
  /** Where scripts, and files that scripts fetch, may come from, besides the application's own origin. */
  readonly scripts: readonly string[];
  readonly frameSources: string;
  /** Where pictures may come from, besides the application's own origin. */
  readonly images?: string;
}

/**
 * Creates a very strict content security policy, to show that Connect works with it.
 *
 * @returns the value of `Content-Security-Policy`
 * @see https://www.w3.org/TR/CSP3/
 */
export function createPolicy({ scripts, frameSources, images = '' }: PolicySources): string {
  const own = ["'self'", ...scripts].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    "style-src 'self'",
    `img-src 'self' ${images}`.trim(),
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
 * Creates the headers of every response. Four sources of the policy name the Connect service: those of the script tag,
 * of the language files that it fetches, of the frame, and of the providers' logos.
 *
 * @param connectOrigin - the origin of the Connect page
 */
export function createSecurityHeaders(connectOrigin: string): Record<string, string> {
  return {
    'Content-Security-Policy': createPolicy({
      scripts: [`${connectOrigin}/sdk/`],
      frameSources: connectOrigin,
      images: `${connectOrigin}/connect/logos/`,
    }),
    // `same-origin` would cut the link between this page and the Connect popup. They could then exchange messages only
    // through the service.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
