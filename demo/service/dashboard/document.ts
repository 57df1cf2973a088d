import type { PageEntry } from '../assets.ts';
import { escapeHtml, renderDocument } from '../page-document.ts';
import { createPageHeaders } from '../page-headers.ts';

/** Nobody frames the dashboard, opens it with a handle to it, or loads a part of it. */
export const dashboardHeaders: Readonly<Record<string, string>> = {
  ...createPageHeaders("'none'"),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // For what does not know frame-ancestors.
  'X-Frame-Options': 'DENY',
};

/**
 * @param entry - the built page, or undefined when there is none
 * @returns the document of the dashboard; it holds nothing about anybody
 */
export function renderDashboard(entry: PageEntry | undefined): string {
  if (!entry) {
    const notice = '<main><p>The dashboard has not been built: run npm start.</p></main>';
    return renderDocument('Dashboard', '', notice);
  }
  const head = [
    ...entry.styles.map((name) => `<link rel="stylesheet" href="${addressOf(name)}">`),
    ...entry.imports.map((name) => `<link rel="modulepreload" href="${addressOf(name)}">`),
    `<script type="module" src="${addressOf(entry.script)}"></script>`,
  ].join('');
  const body = '<div id="root"></div><noscript>The dashboard needs JavaScript.</noscript>';
  return renderDocument('Dashboard', head, body);
}

function addressOf(name: string): string {
  return escapeHtml(`/dashboard/assets/${name}`);
}
