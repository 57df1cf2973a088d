import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type * as v from 'valibot';
import type { docsSite } from '../../connect/shapes/docs-site.ts';
import { readContents, type SourcePage } from './contents.ts';
import { type Highlighter, loadHighlighter } from './highlight.ts';
import { addressOf, createLinkResolver, type ResolveLink, rewriteLinks } from './links.ts';
import { type RenderedPage, renderPage } from './render-page.ts';

type Site = v.InferOutput<typeof docsSite>;

interface SitePage extends SourcePage, RenderedPage {
  readonly resolveLink: ResolveLink;
}

/** @throws Error for a link to a missing file, code in an unknown language, or a page without a title */
export async function buildSite(root: string): Promise<Site> {
  const contents = readContents(root);
  const sources = contents.flatMap(({ pages }) => pages);
  const highlighter = await loadHighlighter();
  const toSitePage = (source: SourcePage) =>
    render(source, createLinkResolver(root, sources, source), highlighter);
  const groups = contents.map(({ title, pages }) => ({ title, pages: pages.map(toSitePage) }));
  const all = groups.flatMap(({ pages }) => pages);
  const dead = findDeadLinks(all);
  if (dead.length > 0) throw new Error(dead.join('\n'));
  const images = all.flatMap((page) =>
    page.images.map((image) => {
      // Brotli packs digits that are aligned with the bytes better than base64 (measured).
      const encoding = image.endsWith('.svg') ? 'utf8' : 'hex';
      return [basename(image), readFileSync(join(root, dirname(page.file), image), encoding)];
    }),
  );
  return {
    groups: groups.map(({ title, pages }) => ({ title, pages: pages.map(toPage) })),
    images: Object.fromEntries(images),
  };
}

/** Writes the documentation with Brotli, which packs each text, as HTML and as Markdown, in half of gzip's bytes. */
export async function writeSite(root: string, file: string): Promise<void> {
  const site = await buildSite(root);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, brotliCompressSync(JSON.stringify(site)));
}

function render(source: SourcePage, resolveLink: ResolveLink, highlighter: Highlighter): SitePage {
  try {
    return { ...source, ...renderPage(source.markdown, resolveLink, highlighter), resolveLink };
  } catch (error) {
    throw new Error(`${source.file}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function toPage({ name, title, description, html, markdown, headings, resolveLink }: SitePage) {
  return {
    name,
    title,
    description,
    html,
    markdown: rewriteLinks(markdown, resolveLink),
    headings: headings.filter(({ level }) => level === 2).map(({ id, text }) => ({ id, text })),
  };
}

function findDeadLinks(pages: readonly SitePage[]): readonly string[] {
  const ids = new Set(
    pages.flatMap(({ name, headings }) => headings.map(({ id }) => `${addressOf(name)}#${id}`)),
  );
  return pages.flatMap(({ name, file, links }) =>
    links
      .filter((link) => /^[/#].*#|^#/.test(link))
      .filter((link) => !ids.has(link.startsWith('#') ? addressOf(name) + link : link))
      .map((link) => `${file} links to ${link}, but there is no such heading.`),
  );
}
