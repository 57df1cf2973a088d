import { getPath } from 'hono/utils/url';

/** Longer than any path of the service: two IDs of records, each character escaped. */
const maxCharacters = 5000;
const maxSegments = 20;
/**
 * The path that a request is routed by. Hono takes a step for each character and each segment, so a path that no
 * endpoint has is replaced before that.
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

/** One segment, for the log. */
function toUnknownPath(path: string): string {
  return `/${path.slice(1, 1000).replaceAll('/', '…')}`;
}
