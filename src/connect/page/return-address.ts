/**
 * Returns the redirect URI with the answer of a person who has not allowed access, as the service writes it after Deny.
 * The service has checked the URI before it sent this page. Null when the address has no redirect URI.
 */
export function describeReturn({ href }: Pick<Location, 'href'>): string | null {
  const { searchParams: query } = new URL(href);
  const redirectUri = query.get('redirect_uri');
  if (!redirectUri) return null;
  const state = query.get('state');
  const returned = [
    'error=access_denied',
    ...(state ? [`state=${encodeURIComponent(state)}`] : []),
    ...(state || query.get('code_challenge') ? [`iss=${findIssuer(href)}`] : []),
  ].join('&');
  // Appended as text, because URLSearchParams would rewrite the application's own query.
  if (/[?&]$/.test(redirectUri)) return redirectUri + returned;
  return redirectUri + (redirectUri.includes('?') ? '&' : '?') + returned;
}

/** The issuer is the address of the service, which is that of the page without its last segment. */
function findIssuer(href: string): string {
  return encodeURIComponent(new URL('.', href).href.replace(/\/$/, ''));
}
