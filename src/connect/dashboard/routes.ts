import { formatReference, parseReference } from '../shapes/reference.ts';

/** A view of the dashboard, as its address names it. */
export type Route =
  | { readonly view: 'applications' }
  | { readonly view: 'register' }
  | { readonly view: 'audit-log' }
  /** The flows that have a reference. */
  | { readonly view: 'reference'; readonly reference: string }
  | { readonly view: 'application'; readonly clientId: string };

/**
 * @param pathname - of the page's address
 * @returns the view; an unknown address is the list
 */
export function parseRoute(pathname: string): Route {
  if (pathname === '/dashboard/register') return { view: 'register' };
  if (pathname === '/dashboard/audit-log') return { view: 'audit-log' };
  const [, typed] = /^\/dashboard\/references\/([^/]+)$/.exec(pathname) ?? [];
  const reference = typed === undefined ? undefined : parseReference(decode(typed) ?? '');
  if (reference !== undefined) return { view: 'reference', reference };
  const [, encoded] = /^\/dashboard\/applications\/([^/]+)$/.exec(pathname) ?? [];
  const clientId = encoded === undefined ? undefined : decode(encoded);
  return clientId === undefined ? { view: 'applications' } : { view: 'application', clientId };
}

/** @returns its address */
export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'applications':
      return '/dashboard';
    case 'register':
      return '/dashboard/register';
    case 'audit-log':
      return '/dashboard/audit-log';
    case 'reference':
      return `/dashboard/references/${formatReference(route.reference)}`;
    case 'application':
      return `/dashboard/applications/${encodeURIComponent(route.clientId)}`;
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign without its digits, such as one typed by hand.
    return undefined;
  }
}
