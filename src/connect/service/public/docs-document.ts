import type * as v from 'valibot';
import type { docsPage, docsSite } from '../../shapes/docs-site.ts';
import type { PageEntry } from '../http/assets.ts';
import { escapeHtml, renderDocument, renderLinks } from '../http/page-document.ts';

export type DocsSite = v.InferOutput<typeof docsSite>;

type DocsPage = v.InferOutput<typeof docsPage>;

export interface DocsParts {
  readonly site: DocsSite;
  readonly version: string;
  /** The built script and styles of the pages; undefined before the first build. */
  readonly entry: PageEntry | undefined;
  readonly nonce: string;
  readonly hasDashboard: boolean;
}

/** The mark of the dashboard and of Connect: the icon `link` of `src/kit/icon.tsx` on the accent. */
const mark =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" stroke="none"/><path fill="none" stroke-linecap="round" stroke-width="2.75" d="M7 16h18m-5.5-5.5L25 16l-5.5 5.5m-7-11L7 16l5.5 5.5"/></svg>';

export function renderDocsPage(parts: DocsParts, page: DocsPage): string {
  const description = `<meta name="description" content="${escapeHtml(page.description)}">`;
  const source = `<link rel="alternate" type="text/markdown" href="/docs/${page.name}.md">`;
  const isLanding = page.name === 'index';
  const article = [
    `<article${isLanding ? ' class="landing"' : ''}><h1>${escapeHtml(page.title)}</h1>${renderOutline(page)}${page.html}</article>`,
    renderPageLinks(parts.site, page),
  ].join('');
  const title = isLanding ? page.title : `${page.title} · tax-connect`;
  return renderLayout(parts, { title, head: description + source, main: article, current: page });
}

/** Renders the page for an unknown address below `/docs/`. */
export function renderMissingPage(parts: DocsParts): string {
  const main =
    '<article><h1>Page not found</h1><p>There is no such page. Use the search, or pick a page from the list.</p></article>';
  return renderLayout(parts, { title: 'Page not found', head: '', main });
}

interface Content {
  readonly title: string;
  readonly head: string;
  readonly main: string;
  readonly current?: DocsPage;
}

/** Links in the bar of a wide window. A narrow one has the mark, which leads to the first page, and a drawer. */
const places = [
  ['/docs', 'Overview'],
  ['/docs/options', 'API reference'],
  ['/docs/quickstart#playground', 'Playground'],
] as const;

function renderLayout(parts: DocsParts, content: Content): string {
  const { site, version, entry, nonce, hasDashboard } = parts;
  const navigation = renderNavigation(site, content.current);
  const links = entry ? renderLinks('/docs/assets/', entry, nonce) : '';
  const bar = [
    '<header class="bar"><a class="skip" href="#content">Skip to the content</a>',
    `<a class="brand" href="/docs">${mark}tax-connect <span>docs</span><span>${escapeHtml(version)}</span></a>`,
    '<search class="search" hidden><label class="visually-hidden" for="query">Search the documentation</label>',
    '<input id="query" type="search" placeholder="Search" autocomplete="off" autocorrect="off" spellcheck="false" aria-controls="results">',
    '<kbd aria-hidden="true">/</kbd><p class="visually-hidden" role="status"></p><ul id="results" class="results" hidden></ul></search>',
    '<nav class="places" aria-label="Main places">',
    ...places.map(([href, text]) => {
      return `<a class="wide" href="${href}"${markCurrent(href, content.current)}>${text}</a>`;
    }),
    hasDashboard ? '<a href="/dashboard">Dashboard</a>' : '',
    `</nav><details class="menu"><summary>All pages</summary>${navigation}</details></header>`,
  ].join('');
  const body = `${bar}<div class="columns"><main id="content" tabindex="-1">${content.main}</main>${navigation}</div>`;
  return renderDocument(content.title, content.head + links, body);
}

/** The list of all pages. It is in the drawer of a narrow window, and beside the text of a wide one. */
function renderNavigation(site: DocsSite, current: DocsPage | undefined): string {
  const groups = site.groups.map(({ title, pages }) => {
    const items = pages.map((page) => {
      const address = addressOf(page);
      return `<li><a href="${address}"${markCurrent(address, current)}>${nameOf(page)}</a></li>`;
    });
    return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
  });
  return `<nav class="pages" aria-label="All pages">${groups.join('')}</nav>`;
}

function renderOutline({ headings }: DocsPage): string {
  if (headings.length < 4) return '';
  const items = headings.map(({ id, text }) => {
    return `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`;
  });
  return `<nav class="outline" aria-labelledby="outline"><p id="outline">On this page</p><ul>${items.join('')}</ul></nav>`;
}

function renderPageLinks(site: DocsSite, page: DocsPage): string {
  const all = site.groups.flatMap(({ pages }) => pages);
  const index = all.findIndex(({ name }) => name === page.name);
  const [before, after] = [all[index - 1], all[index + 1]];
  const link = (name: string, target: DocsPage | undefined) =>
    target &&
    `<a class="${name.toLowerCase()}" href="${addressOf(target)}"><span>${name}</span> ${nameOf(target)}</a>`;
  const neighbours = [link('Previous', before), link('Next', after)].join('');
  return `<footer><nav class="neighbours" aria-label="Neighbouring pages">${neighbours}</nav><a class="source" href="/docs/${page.name}.md">This page as Markdown</a></footer>`;
}

function addressOf({ name }: DocsPage): string {
  return name === 'index' ? '/docs' : `/docs/${name}`;
}

function markCurrent(address: string, current: DocsPage | undefined): string {
  return current && addressOf(current) === address ? ' aria-current="page"' : '';
}

/** The text of links to a page, as HTML. The title of the first page is a sentence about the product. */
function nameOf({ name, title }: DocsPage): string {
  return name === 'index' ? 'Overview' : escapeHtml(title);
}
