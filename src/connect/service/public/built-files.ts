import type { Handler } from 'hono';
import type { Asset } from '../http/assets.ts';
import { Refusal } from '../http/refusal.ts';
import { sendFile } from '../http/send-file.ts';

/**
 * `GET …/assets/:name`: the built files of a page.
 *
 * @param files - by name
 * @param readers - the pages that may load them; a host with COEP shows only `cross-origin` files
 */
export function serveFiles(
  files: ReadonlyMap<string, Asset> | undefined,
  readers: 'cross-origin' | 'same-origin',
): Handler {
  return (context) => {
    const file = files?.get(context.req.param('name') ?? '');
    if (!file) throw new Refusal([404, 'not_found'], 'There is no such file.');
    return sendFile(context, file.body, {
      'Content-Type': file.type,
      'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Cross-Origin-Resource-Policy': readers,
    });
  };
}

/**
 * `GET /favicon.ico`: responds that there is no icon. Browsers request it for every document in a tab, and report a
 * 404 in the console.
 *
 * @see https://html.spec.whatwg.org/multipage/links.html#rel-icon
 */
export function serveFavicon(): Handler {
  return (context) => context.body(null, 204, { 'Cache-Control': 'public, max-age=86400' });
}
