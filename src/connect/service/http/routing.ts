import type { Context, Hono, MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { createNothing, Refusal } from './refusal.ts';

/** The maximum length of a path. It has room for two IDs of records with every character escaped. */
const maxCharacters = 5000;
const maxSegments = 20;
/**
 * Finds the decoded path by which a request is routed. Hono takes a step for each character and each segment. So a
 * path that is too long or has too many segments is replaced by one that matches no route.
 */
export function readRequestPath(request: Request): string {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf(':') + 4);
  const [path = ''] = url.slice(start).split(/[?#]/, 1);
  const segments = path.split('/', maxSegments + 2).length - 1;
  if (path.length > maxCharacters || segments > maxSegments) return toUnknownPath(path);
  return path.includes('%') ? getPath(request) : path;
}

/** Makes a path with one segment, which matches no route. The log shows it. */
function toUnknownPath(path: string): string {
  return `/${path.slice(1, 1000).replaceAll('/', '…')}`;
}

/** Refuses a path with U+0000. No path of this service contains it, and PostgreSQL refuses it in a key. */
export function refuseNulInPath(): MiddlewareHandler {
  return async (context, next) => {
    if (!context.req.path.includes('%00') && !context.req.path.includes('\0')) return await next();
    throw createNothing();
  };
}

/** The address of a page for people with a slash at its end, as proxies and people write it. */
const slashedPage = /^(\/(?:connect|dashboard|docs|manage)(?:\/[\w.~-]+)*)\/$/;

/** Leads to the page that an address with a slash at its end means. Every other address has nothing. */
export function leadToPage({ req, redirect }: Context): Response {
  const { pathname, search } = new URL(req.url);
  const page = slashedPage.exec(pathname)?.[1];
  if (page === undefined || !['GET', 'HEAD'].includes(req.method)) throw createNothing();
  return redirect(page + search, 302);
}

const methods: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

/**
 * Names the method for metrics and spans. It is `_OTHER` for unknown methods, because a caller can send any word as
 * the method.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#common-attributes
 */
export function nameMethod(method: string): string {
  return methods.has(method) ? method : '_OTHER';
}

/** Refuses every other method at the address of each endpoint. Call it after the last endpoint was added. */
export function refuseOtherMethods(app: Hono): void {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    // This endpoint accepts every method at first. It checks the method itself, after it has checked the sender.
    if (method === 'ALL') continue;
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  }
  for (const [path, accepted] of methods) {
    const allowed = [
      ...(accepted.has('GET') ? ['GET, HEAD'] : []),
      ...(accepted.has('POST') ? ['POST'] : []),
    ];
    app.all(path, () => {
      throw createOtherMethod(allowed.join(', '));
    });
  }
}

/** Creates a refusal of the request's method. `allowed` has the format of the header `Allow`. */
export function createOtherMethod(allowed: string): Refusal {
  return new Refusal([405, 'invalid_request'], `This endpoint accepts ${allowed} only.`, {
    headers: { Allow: allowed },
  });
}
