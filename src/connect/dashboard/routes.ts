import { formatReference, parseReference } from '../shapes/reference.ts';

/** A view of the dashboard, as its address names it. */
export type Route =
  | { readonly view: 'applications' }
  | { readonly view: 'register' }
  | { readonly view: 'access' }
  | { readonly view: 'audit-log' }
  | { readonly view: 'providers' }
  /** Flows with a reference. */
  | { readonly view: 'reference'; readonly reference: string }
  | ApplicationRoute
  /** An address that matches no view. */
  | { readonly view: 'missing' };

/** A view to which a link can lead. */
export type Destination = Exclude<Route, { readonly view: 'missing' }>;

/** A page of an application. */
interface ApplicationRoute {
  readonly view: 'application';
  readonly clientId: string;
  /** The path of a row of `applicationPages`, or any typed text; absent for the first page. */
  readonly page?: string | undefined;
  /** The ID of the section to which the page scrolls. */
  readonly section?: string | undefined;
}

/** @param location - the location of the page */
export function parseRoute({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Route {
  if (pathname === '/dashboard') return { view: 'applications' };
  if (pathname === '/dashboard/register') return { view: 'register' };
  if (pathname === '/dashboard/access') return { view: 'access' };
  if (pathname === '/dashboard/audit-log') return { view: 'audit-log' };
  if (pathname === '/dashboard/providers') return { view: 'providers' };
  const [, typed] = /^\/dashboard\/references\/([^/]+)$/.exec(pathname) ?? [];
  const reference = typed === undefined ? undefined : parseReference(decode(typed) ?? '');
  if (reference !== undefined) return { view: 'reference', reference };
  const [, encoded, page] =
    /^\/dashboard\/applications\/([^/]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
  const clientId = encoded === undefined ? undefined : decode(encoded);
  if (clientId === undefined) return { view: 'missing' };
  return { view: 'application', clientId, page, section: hash.slice(1) || undefined };
}

/** @returns the address of a view */
export function formatRoute(route: Destination): string {
  switch (route.view) {
    case 'applications':
      return '/dashboard';
    case 'register':
      return '/dashboard/register';
    case 'access':
      return '/dashboard/access';
    case 'audit-log':
      return '/dashboard/audit-log';
    case 'providers':
      return '/dashboard/providers';
    case 'reference':
      return `/dashboard/references/${formatReference(route.reference)}`;
    case 'application': {
      const { clientId, page, section } = route;
      const path = `/dashboard/applications/${encodeURIComponent(clientId)}`;
      return path + (page ? `/${page}` : '') + (section ? `#${section}` : '');
    }
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign without its digits, for example typed by hand.
    return undefined;
  }
}
