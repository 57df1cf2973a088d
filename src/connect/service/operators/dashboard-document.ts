import type { Handler } from 'hono';
import type { PageEntry } from '../http/assets.ts';
import {
  createIsolatedHeaders,
  createNonce,
  type DocumentParts,
  renderDocument,
  renderLinks,
  renderMisplaced,
} from '../http/page-document.ts';
import type { Parts } from '../http/parts.ts';

function renderDashboard(
  entry: PageEntry | undefined,
  { nonce, publicUrl }: DocumentParts,
): string {
  if (!entry) {
    const notice = '<main><p>The dashboard has not been built: run npm start.</p></main>';
    return renderDocument('Dashboard', '', notice);
  }
  const links = renderLinks('/dashboard/assets/', entry, nonce);
  const root = '<div id="root"></div><noscript>The dashboard needs JavaScript.</noscript>';
  return renderDocument('Dashboard', links, root + renderMisplaced(publicUrl));
}

/** `GET /dashboard` and the addresses of its views: the same document, without data and with a new nonce. */
export function showDashboard({ assets, config }: Parts): Handler {
  return (context) => {
    const parts = { nonce: createNonce(), publicUrl: config.publicUrl };
    const page = renderDashboard(assets.dashboard?.entry, parts);
    return context.body(page, 200, createIsolatedHeaders(parts.nonce));
  };
}
