import { formatReference, parseReference } from '../shapes/reference.ts';

const paths = {
  applications: '/dashboard',
  register: '/dashboard/register',
  access: '/dashboard/access',
  'audit-log': '/dashboard/audit-log',
  providers: '/dashboard/providers',
} as const;
type PlainView = keyof typeof paths;
const plainViews = Object.keys(paths) as PlainView[];

/** A view of the dashboard, with the values that its URL contains. */
export type Route =
  | { readonly view: PlainView }
  /** The flows of every application with one reference, the code that error screens show. */
  | { readonly view: 'reference'; readonly reference: string }
  | ApplicationRoute
  | { readonly view: 'missing' };

export type Destination = Exclude<Route, { readonly view: 'missing' }>;

export interface ApplicationRoute {
  readonly view: 'application';
  readonly clientId: string;
  /** The `path` in `applicationPages`, or any other text that the user typed; undefined for the first page. */
  readonly page?: string | undefined;
  readonly item?: string | undefined;
  /** The fragment of the address: the ID of the section to which the page scrolls, or the filters of its list. */
  readonly section?: string | undefined;
  /** The typed text of the list's search. It may identify a person, so that it is not in the address. */
  readonly search?: string | undefined;
}

const pagesWithItems = ['events', 'flows'];

export function parseRoute({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Route {
  const view = plainViews.find((plain) => paths[plain] === pathname);
  if (view) return { view };
  const [, typed] = /^\/dashboard\/references\/([^/]+)$/.exec(pathname) ?? [];
  const reference = typed === undefined ? undefined : parseReference(decode(typed) ?? '');
  if (reference !== undefined) return { view: 'reference', reference };
  return parseApplication(pathname, hash) ?? { view: 'missing' };
}

const applicationPath = /^\/dashboard\/applications\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/;

function parseApplication(pathname: string, hash: string): ApplicationRoute | undefined {
  const [, encoded, page, encodedItem] = applicationPath.exec(pathname) ?? [];
  const clientId = encoded && decode(encoded);
  const item = encodedItem && decode(encodedItem);
  if (!clientId || (item && !pagesWithItems.includes(page ?? ''))) return undefined;
  return { view: 'application', clientId, page, item, section: hash.slice(1) || undefined };
}

export function formatRoute(route: Destination): string {
  if (route.view === 'reference') {
    return `/dashboard/references/${formatReference(route.reference)}`;
  }
  if (route.view !== 'application') return paths[route.view];
  const { clientId, page, item, section } = route;
  const parts = [clientId, page, item].filter((part) => part !== undefined);
  const path = parts.map(encodeURIComponent).join('/');
  return `/dashboard/applications/${path}${section ? `#${section}` : ''}`;
}

/** The filters of a list by their names. The value '' is for no filter. */
export type Filters = Readonly<Record<string, string>>;

/** @returns the filters of the route, of those that the list has. A link may contain a search, too */
export function readFilters<Own extends Filters>(route: Route, all: Own): Own {
  const known = new URLSearchParams('section' in route ? route.section : '');
  if ('search' in route && route.search !== undefined) known.set('search', route.search);
  return Object.fromEntries(Object.keys(all).map((name) => [name, known.get(name) ?? ''])) as Own;
}

/** Leaves out the filters that are ''. */
export const listChosen = (filters: Filters) =>
  Object.entries(filters).filter(([, value]) => value !== '');

export const formatFilters = (filters: Filters): string | undefined =>
  new URLSearchParams(listChosen(filters)).toString() || undefined;

/** @returns whether `route` is the view `whole` or a part of it. For example, a page is a part of its application */
export function isWithin(route: Route, whole: Route): boolean {
  if (route.view !== 'application' || whole.view !== 'application') {
    const isOther =
      'reference' in route && 'reference' in whole && route.reference !== whole.reference;
    return route.view === whole.view && !isOther;
  }
  const isPage = whole.page === undefined || whole.page === route.page;
  const isItem = whole.item === undefined || whole.item === route.item;
  return whole.clientId === route.clientId && isPage && isItem;
}

/** @returns whether both lead to the same view, for example to two of its sections */
export function isSameView(one: Route, other: Route): boolean {
  return isWithin(one, other) && isWithin(other, one);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has a percent sign without two digits after it, for example because the user typed the URL.
    return undefined;
  }
}
