import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Answer } from '../../shapes/common-answers.ts';
import type { flowData, refusalData } from '../../shapes/page-data.ts';
import type { PageEntry } from './assets.ts';
import type { Notice } from './notice.ts';
import type { Parts } from './parts.ts';
import { isForFrame } from './request-headers.ts';

/** Escapes a text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface DocumentParts {
  readonly nonce: string;
  readonly publicUrl: string;
}

interface ConnectDocument {
  /** The data of the flow; null at the address to which providers send the browser back. */
  readonly flow: Answer<typeof flowData> | null;
  /** The origins that may embed the page, in the notation of CSP. By default, none. */
  readonly frameAncestors?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds with the document of the Connect page. */
export function answerPage(
  { assets, config }: Parts,
  context: Context,
  { flow, frameAncestors = "'none'", headers = {} }: ConnectDocument,
): Response {
  const { entry } = assets.page;
  const { imports = [], selector = [] } = entry ?? {};
  const nonce = createNonce();
  // In a frame, the host page shows the provider selector.
  const early = flow && !isForFrame(context) ? [...imports, ...selector] : imports;
  const data = flow ? renderData('flow', flow) : renderData('return', {});
  const links = entry ? renderLinks('/connect/assets/', { ...entry, imports: early }, nonce) : '';
  const notice = entry
    ? '<noscript>Connecting your account needs JavaScript.</noscript>'
    : '<p>The Connect page has not been built: run npm start.</p>';
  const body = notice + renderMisplaced(config.publicUrl);
  const page = renderDocument('Connect your account', data + links, body);
  return context.body(page, 200, { ...createPageHeaders(frameAncestors, nonce), ...headers });
}

/** Renders a hidden message. The page's script shows it when the page is open at an origin other than `publicUrl`. */
export function renderMisplaced(publicUrl: string): string {
  const own = escapeHtml(publicUrl);
  const texts = [
    `This page is open at <code data-origin></code>, but its service works at <code>${own}</code> only.`,
    `If you run the service, set <code>PUBLIC_URL</code> to the address that people open. If your application sets <code>connectUrl</code>, set it to <code>${own}/connect</code>.`,
  ];
  const paragraphs = texts.map((text) => `<p>${text}</p>`).join('');
  const view = `<section class="view view--centered"><h1 class="view__title">This address is not set up</h1>${paragraphs}</section>`;
  return `<template id="misplaced" data-public-url="${own}"><main class="page page--redirect">${view}</main></template>`;
}

/** Renders a notice as a page. The page has a script or style only if `head` contains it. */
export function renderNotice(notice: Notice, head: string): string {
  const { title, advice, reference, forDevelopers } = notice;
  const parts = [
    `<h1 class="view__title">${escapeHtml(title)}</h1>`,
    `<p class="view__lead">${escapeHtml(advice)}</p>`,
    ...(reference === null ? [] : [renderReference(reference)]),
    ...(forDevelopers === null
      ? []
      : [`<p class="developers" lang="en" dir="ltr">${escapeHtml(forDevelopers)}</p>`]),
  ];
  // The markup and classes of a card of the built page, with the texts of the notice.
  const view = `<section class="view view--centered">${alertIcon}${parts.join('')}</section>`;
  return renderWhole(notice, head, `<main class="page page--redirect">${view}</main>`);
}

function renderReference({ label, value }: NonNullable<Notice['reference']>): string {
  const code = `<code dir="ltr" translate="no">${escapeHtml(value)}</code>`;
  return `<p class="reference row"><span>${escapeHtml(label)}</span> ${code}</p>`;
}

/** The same icon as in `src/kit/icon.tsx`. */
const alertIcon =
  '<svg class="mark mark--problem" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 7v6m0 3v1M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0"/></svg>';

/** Renders the `head` of a notice outside a frame. It has only styles, because no host page waits for the refusal. */
export function renderStyles(entry: PageEntry | undefined): string {
  return entry ? renderStyleLinks('/connect/assets/', entry) : '';
}

/** Renders the `head` of a notice in a frame. Its script sends the refusal to the host page. */
export function renderRefusalReport(
  refusal: Answer<typeof refusalData>,
  entry: PageEntry | undefined,
  nonce: string,
): string {
  const links = entry ? renderLinks('/connect/assets/', entry, nonce) : '';
  return renderData('refusal', refusal) + links;
}

export function renderDocument(title: string, head: string, body: string): string {
  return renderWhole({ title, language: 'en', direction: 'ltr' }, head, body);
}

export function renderWhole(
  { title, language, direction }: Pick<Notice, 'title' | 'language' | 'direction'>,
  head: string,
  body: string,
): string {
  const metas =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">';
  return (
    `<!doctype html><html lang="${language}" dir="${direction}"><head>${metas}` +
    `<title>${escapeHtml(title)}</title>${head}</head><body>${body}</body></html>`
  );
}

/** Renders the elements that load a page's files. `folder` ends with a slash. */
export function renderLinks(folder: string, entry: PageEntry, nonce: string): string {
  const { imports, script } = entry;
  const addressOf = (name: string) => escapeHtml(folder + name);
  return [
    renderStyleLinks(folder, entry),
    ...imports.map(
      (name) => `<link rel="modulepreload" href="${addressOf(name)}" nonce="${nonce}">`,
    ),
    `<script type="module" src="${addressOf(script)}" nonce="${nonce}"></script>`,
  ].join('');
}

function renderStyleLinks(folder: string, { styles }: PageEntry): string {
  return styles
    .map((name) => `<link rel="stylesheet" href="${escapeHtml(folder + name)}">`)
    .join('');
}

function renderData(id: string, data: object): string {
  // `<` is the only character that can end a script element or open a comment in one.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${text}</script>`;
}

const permissions = [
  'camera=()',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'display-capture=()',
  'browsing-topics=()',
].join(', ');

/**
 * Creates the nonce of a document. It lets only the document's own scripts run; `'self'` would allow every file that
 * the service serves.
 *
 * @see https://www.w3.org/TR/CSP3/#security-nonces
 */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * Creates the headers of an HTML document. Cross-Origin-Opener-Policy is missing, because any value would permanently
 * sever the popup from its opener.
 *
 * @param frameAncestors - the origins that may embed the document, in the notation of CSP
 * @param nonce - without a nonce, no script runs
 * @see https://www.w3.org/TR/CSP3/
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export function createPageHeaders(
  frameAncestors: string,
  nonce = '',
): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${nonce ? `'nonce-${nonce}'` : "'none'"}`,
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    // A host page with COEP shows the frame only if the frame itself has both of these headers.
    // https://html.spec.whatwg.org/multipage/browsers.html#coep
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': permissions,
    // Only browsers that do not support frame-ancestors use this header.
    // https://www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options
    'X-Frame-Options': 'DENY',
    // Some browsers still have this filter. Its mode without `block` has security holes.
    // https://http.dev/x-xss-protection
    'X-XSS-Protection': '1; mode=block',
  };
}

/** Creates the headers of a document that no other page can frame, keep a reference to, or load a part of. */
export function createIsolatedHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    ...createPageHeaders("'none'", nonce),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
