import type { PageEntry } from './assets.ts';

/** What the page finds in its document. */
export interface FlowData {
  readonly flow_token: string;
  readonly kind: 'embedded' | 'redirect';
  readonly application: { readonly name: string; readonly environment: 'test' | 'live' };
}

/**
 * @param text - anything
 * @returns the text, harmless between tags and in quoted attributes
 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * @param flow - what the page is told
 * @param entry - the built page, or undefined when there is none
 * @returns the document of the Connect page
 */
export function renderPage(flow: FlowData, entry: PageEntry | undefined): string {
  // `<` is the only character that can end a script element or open a comment in one.
  const data = JSON.stringify(flow).replaceAll('<', '\\u003c');
  const links = entry
    ? [
        ...entry.styles.map((name) => `<link rel="stylesheet" href="${addressOf(name)}">`),
        ...entry.imports.map((name) => `<link rel="modulepreload" href="${addressOf(name)}">`),
        `<script type="module" src="${addressOf(entry.script)}"></script>`,
      ].join('')
    : '';
  const notice = entry
    ? '<noscript>Connecting your account needs JavaScript.</noscript>'
    : '<p>The Connect page has not been built: run npm start.</p>';
  return renderDocument(
    'Connect your account',
    `<script type="application/json" id="flow">${data}</script>${links}`,
    notice,
  );
}

/**
 * @param title - of the document and its heading, plain text
 * @param paragraph - what is said below, plain text
 * @returns a document without script or style
 */
export function renderNotice(title: string, paragraph: string): string {
  const heading = `<h1>${escapeHtml(title)}</h1>`;
  return renderDocument(title, '', `<main>${heading}<p>${escapeHtml(paragraph)}</p></main>`);
}

/**
 * @param title - plain text
 * @param head - HTML
 * @param body - HTML
 * @returns a whole document
 */
export function renderDocument(title: string, head: string, body: string): string {
  const metas =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">';
  return (
    `<!doctype html><html lang="en"><head>${metas}<title>${escapeHtml(title)}</title>${head}` +
    `</head><body>${body}</body></html>`
  );
}

function addressOf(name: string): string {
  return escapeHtml(`/connect/assets/${name}`);
}
