import type { Handler } from 'hono';
import { createNonce } from '../../http/page-headers.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import { createDashboardHeaders, renderDashboard } from '../document.ts';

/**
 * `GET /dashboard` and the addresses of its views: the same document for everybody but for its nonce.
 *
 * @param services - the built files
 * @returns the handler
 */
export function createDashboardPageRoute({ assets, config }: Services): Handler {
  return (context) => {
    const nonce = createNonce();
    const page = renderDashboard(assets.dashboard?.entry, {
      nonce,
      publicUrl: config.publicUrl,
    });
    return context.body(page, 200, createDashboardHeaders(nonce));
  };
}

/**
 * `GET /dashboard/assets/:name`: its built files.
 *
 * @param services - the built files
 * @returns the handler
 */
export function createDashboardAssetsRoute({ assets }: Services): Handler {
  return (context) => {
    const asset = assets.dashboard?.files.get(context.req.param('name') ?? '');
    if (!asset) throw new Refusal([404, 'not_found'], 'There is no such file.');
    return context.body(asset.body, 200, {
      'Content-Type': asset.type,
      'Cache-Control': asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  };
}
