import type { MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { Refusal } from './refusal.ts';

/** This is longer than any path of the service: it has room for two IDs of records with every character escaped. */
const maxCharacters = 5000;
const maxSegments = 20;
/**
 * Finds the path by which a request is routed. Hono takes a step for each character and each segment, so a path
 * that is too long or too deep is replaced before that.
 *
 * @returns the decoded path
 */
export function readRequestPath(request: Request): string {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf(':') + 4);
  const [path = ''] = url.slice(start).split(/[?#]/, 1);
  const segments = path.split('/', maxSegments + 2).length - 1;
  if (path.length > maxCharacters || segments > maxSegments) return toUnknownPath(path);
  return path.includes('%') ? getPath(request) : path;
}

/** Makes one segment of the path, for the log. */
function toUnknownPath(path: string): string {
  return `/${path.slice(1, 1000).replaceAll('/', '…')}`;
}

/** No path of this service contains U+0000, and PostgreSQL refuses it in a key. */
export function refuseNulInPath(): MiddlewareHandler {
  return async (context, next) => {
    if (!context.req.path.includes('%00') && !context.req.path.includes('\0')) return await next();
    throw new Refusal([404, 'not_found'], 'There is nothing at this address.');
  };
}
