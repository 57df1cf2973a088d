/** The part of a redirect flow's answer that comes from the page's address. */
export interface ReturnOrigin {
  /** The application's `state`; null when it sent only a challenge. */
  readonly state: string | null;
  readonly issuer: string;
}

/**
 * Appends an outcome, such as `error=access_denied`, with `state` and `iss` to a redirect URI (RFC 6749, section 4.1.2,
 * and RFC 9207, section 2). They are appended as text, because URLSearchParams would rewrite the application's own query.
 *
 * @param origin - null when the application sent neither a `state` nor a challenge, as in a link
 */
export function describeReturn(
  redirectUri: string,
  outcome: string,
  origin: ReturnOrigin | null,
): string {
  const parameters = outcome + (origin === null ? '' : describeOrigin(origin));
  if (!redirectUri.includes('?')) return `${redirectUri}?${parameters}`;
  const isOpen = redirectUri.endsWith('?') || redirectUri.endsWith('&');
  return isOpen ? redirectUri + parameters : `${redirectUri}&${parameters}`;
}

function describeOrigin({ state, issuer }: ReturnOrigin): string {
  const returned = state === null ? '' : `&state=${encodeURIComponent(state)}`;
  return `${returned}&iss=${encodeURIComponent(issuer)}`;
}

/** The redirect URI for a person who has not allowed access; null for none. The service has checked it beforehand. */
export function describeWayBack({ href }: Pick<Location, 'href'>): string | null {
  const { searchParams: query } = new URL(href);
  const redirectUri = query.get('redirect_uri');
  if (!redirectUri) return null;
  const state = query.get('state') || null;
  // The issuer is the address of the service, which is that of the page without its last segment.
  const issuer = new URL('.', href).href.replace(/\/$/, '');
  const isAsked = state !== null || !!query.get('code_challenge');
  return describeReturn(redirectUri, 'error=access_denied', isAsked ? { state, issuer } : null);
}
