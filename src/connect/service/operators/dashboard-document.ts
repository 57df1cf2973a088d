import type { Handler } from 'hono';
import type { PageEntry } from '../http/assets.ts';
import {
  createNonce,
  createPageHeaders,
  type DocumentParts,
  renderDocument,
  renderLinks,
  renderMisplaced,
} from '../http/page-document.ts';
import type { Parts } from '../http/parts.ts';

/** With these headers, no other page can frame the dashboard, keep a reference to its window, or load a part of it. */
function createDashboardHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    ...createPageHeaders("'none'", nonce),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

function renderDashboard(
  entry: PageEntry | undefined,
  { nonce, publicUrl }: DocumentParts,
): string {
  if (!entry) {
    const notice = '<main><p>The dashboard has not been built: run npm start.</p></main>';
    return renderDocument('Dashboard', '', notice);
  }
  const body = '<div id="root"></div><noscript>The dashboard needs JavaScript.</noscript>';
  const misplaced = renderMisplaced(publicUrl);
  return renderDocument(
    'Dashboard',
    renderLinks('/dashboard/assets/', entry, nonce),
    body + misplaced,
  );
}

/**
 * `GET /dashboard` and the addresses of its views: responds with the same document for all of them. It has no data,
 * and a new nonce each time.
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
