/** The sources of a policy that differ between pages. */
export interface PolicySources {
  /** The origins of scripts, and of the files that they fetch, besides the application's own. */
  readonly scripts: readonly string[];
  readonly frameSources: string;
  /** Pictures besides the application's own. */
  readonly images?: string;
}

/**
 * Creates a very strict policy, to show that Connect does not need a weaker one.
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
 * Creates the headers. Four sources name the Connect service: for the script tag, the languages that it fetches,
 * the frame, and the marks of providers.
 *
 * @param connectOrigin - origin of the Connect page
 * @returns headers for every answer of the application
 */
export function createSecurityHeaders(connectOrigin: string): Record<string, string> {
  return {
    'Content-Security-Policy': createPolicy({
      scripts: [`${connectOrigin}/sdk/`],
      frameSources: connectOrigin,
      images: `${connectOrigin}/connect/logos/`,
    }),
    // `same-origin` would cut off a Connect popup, which would then find its way back only through the service.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
