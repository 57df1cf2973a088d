import type { Handler } from 'hono';

/**
 * `GET /favicon.ico`: browsers request it for every document in a tab, and report a 404 in the console.
 *
 * @returns the handler; it responds that there is no icon
 * @see https://html.spec.whatwg.org/multipage/links.html#rel-icon
 */
export function serveFavicon(): Handler {
  return (context) => context.body(null, 204, { 'Cache-Control': 'public, max-age=86400' });
}
