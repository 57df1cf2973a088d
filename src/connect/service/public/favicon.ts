import type { Handler } from 'hono';

/**
 * `GET /favicon.ico`: browsers ask for it beside every document that they show in a tab, and
 * report a 404 in its console.
 *
 * @returns the handler, which says that there is none
 */
export function serveFavicon(): Handler {
  return (context) => context.body(null, 204, { 'Cache-Control': 'public, max-age=86400' });
}
