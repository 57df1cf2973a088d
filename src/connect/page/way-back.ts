import { describeReturn } from '../shapes/return-address.ts';

/**
 * Returns the redirect URI with the answer of a person who has not allowed access. The service has checked the URI
 * before it sent this page. Null when the address has no redirect URI.
 */
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
