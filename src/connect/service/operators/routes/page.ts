import type { Handler } from 'hono';
import { createNonce } from '../../http/page-headers.ts';
import type { Parts } from '../../http/parts.ts';
import { createDashboardHeaders, renderDashboard } from '../dashboard-document.ts';

/**
 * `GET /dashboard` and the addresses of its views. All get the same document with a new nonce.
 */
export function showDashboard({ assets, config }: Pick<Parts, 'assets' | 'config'>): Handler {
  return (context) => {
    const nonce = createNonce();
    const page = renderDashboard(assets.dashboard?.entry, {
      nonce,
      publicUrl: config.publicUrl,
    });
    return context.body(page, 200, createDashboardHeaders(nonce));
  };
}
