import { describeReturn } from '../shapes/return-address.ts';

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
