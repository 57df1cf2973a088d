import type { Handler } from 'hono';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

/**
 * `GET /connect/assets/:name`: the built files of the Connect page.
 *
 * @param services - what the route is built from
 * @returns the handler
 */
export function createPageAssetsRoute({ assets }: Services): Handler {
  return (context) => {
    const asset = assets.pageFiles.get(context.req.param('name') ?? '');
    if (!asset) throw new Refusal([404, 'not_found'], 'There is no such file.');
    return context.body(asset.body, 200, {
      'Content-Type': asset.type,
      'Cache-Control': asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  };
}
