import type { Context, Handler } from 'hono';
import type * as v from 'valibot';
import type { docsPage, docsSection } from '../../shapes/docs-site.ts';
import type { Sdk } from '../http/assets.ts';
import { createIsolatedHeaders, createNonce, escapeHtml } from '../http/page-document.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { sendFile } from '../http/send-file.ts';
import {
  type DocsParts,
  type DocsSite,
  renderDocsPage,
  renderMissingPage,
} from './docs-document.ts';

/** The Content-Security-Policy of an SVG picture. It has inline styles, and is a document when opened alone. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const shortCache = { 'Cache-Control': 'public, max-age=300' };

/**
 * `GET /docs` and `GET /docs/:name`: a page of the documentation; with `.md` at the end, its Markdown; with `.svg` or
 * `.webp`, a picture. `ConnectError.docsUrl` points to a heading of `/docs/errors`.
 */
export function showDocs({ assets, config, sdk }: Parts, hasDashboard: boolean): Handler {
  let filled: DocsSite | undefined;
  return (context) => {
    filled ??= fillSite(readSite(assets.docs?.site), config.publicUrl, sdk);
    const site = filled;
    const path = context.req.param('name') ?? 'index';
    const image = Object.hasOwn(site.images, path) ? site.images[path] : undefined;
    if (image !== undefined) return answerImage(context, path, image);
    const name = path.replace(/\.md$/, '');
    const page = listPages(site).find((one) => one.name === name);
    if (path.endsWith('.md')) {
      if (!page) throw new Refusal([404, 'not_found'], 'The documentation has no such page.');
      return answerText(context, page.markdown, 'text/markdown; charset=utf-8');
    }
    const nonce = createNonce();
    const { version } = sdk;
    const parts: DocsParts = { site, version, entry: assets.docs?.entry, nonce, hasDashboard };
    const headers = createIsolatedHeaders(nonce);
    return page
      ? context.body(renderDocsPage(parts, page), 200, headers)
      : context.body(renderMissingPage(parts), 404, headers);
  };
}

export function showDocsSearch({ assets }: Parts): Handler {
  let answer: Uint8Array<ArrayBuffer> | undefined;
  return (context) => {
    // The text is computed once, because the pages stay the same. All responses share one buffer, because a response
    // stays in memory until its client has read it.
    answer ??= new TextEncoder().encode(
      JSON.stringify({ sections: listPages(readSite(assets.docs?.site)).flatMap(splitSections) }),
    );
    return sendFile(context, answer, { ...shortCache, 'Content-Type': 'application/json' });
  };
}

/** `GET /llms.txt`: every page with its description, for programs (https://llmstxt.org/). */
export function showLlmsText({ assets, config }: Parts): Handler {
  return (context) => {
    const site = readSite(assets.docs?.site);
    const [first] = listPages(site);
    const groups = site.groups.map(({ title, pages }) => {
      const lines = pages.map(
        (page) =>
          `- [${page.title}](${config.publicUrl}/docs/${page.name}.md): ${page.description}`,
      );
      return `## ${title}\n\n${lines.join('\n')}\n`;
    });
    const text = `# tax-connect\n\n> ${first?.description ?? ''}\n\n${groups.join('\n')}`;
    return answerText(context, text, 'text/plain; charset=utf-8');
  };
}

function listPages(site: DocsSite) {
  return site.groups.flatMap(({ pages }) => pages);
}

function readSite(site: DocsSite | undefined): DocsSite {
  if (site) return site;
  throw new Refusal([404, 'not_found'], 'The documentation has not been built: run npm start.');
}

function answerImage(context: Context, name: string, image: string): Response {
  if (name.endsWith('.svg')) {
    context.header('Content-Security-Policy', imagePolicy);
    return answerText(context, image, 'image/svg+xml');
  }
  return answerText(context, Uint8Array.from(Buffer.from(image, 'hex')), 'image/webp');
}

function answerText(
  context: Context,
  text: string | Uint8Array<ArrayBuffer>,
  type: string,
): Response {
  return context.body(text, 200, { ...shortCache, 'Content-Type': type });
}

/** A heading of the second level or below, as the build renders it. It captures the ID and the title. */
const heading = /<h[2-6] id="([^"]*)">(.*?)<a class="anchor".*?<\/a><\/h[2-6]>/;
const inlineTag = /<\/?(?:a|code|em|span|strong|wbr)\b[^>]*>/g;
const codeBlock = /<pre[\s\S]*?<\/pre>/g;
const otherTag = /<[^>]+>/g;

const entities: { readonly [entity: string]: string } = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/**
 * Splits a page for the search: the text above the first heading, and the text below each heading. Storing these texts
 * in the built site would make the package 12 kB larger.
 */
export function splitSections(
  page: v.InferOutput<typeof docsPage>,
): v.InferOutput<typeof docsSection>[] {
  const [first = '', ...rest] = page.html.split(heading);
  const create = (id: string, title: string, html: string) => {
    return { page: page.name, pageTitle: page.title, id, title, text: toText(html) };
  };
  const sections = [create('', page.title, first)];
  // Each heading adds three parts: its two groups, and the HTML below it.
  for (let index = 0; index < rest.length; index += 3) {
    const [id = '', title = '', html = ''] = rest.slice(index, index + 3);
    sections.push(create(id, toText(title), html));
  }
  return sections;
}

/** Returns the text of HTML for the search, without code: a line of an example says little about the subject. */
function toText(html: string): string {
  return html
    .replaceAll(codeBlock, ' ')
    .replaceAll(inlineTag, '')
    .replaceAll(otherTag, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Blocks of code in HTML and in Markdown, except blocks about the reader's own machine. */
const htmlBlock = /<div class="code">(?:<p[^>]*>[^<]*<\/p>)?<pre[\s\S]*?<\/pre>/g;
const markdownBlock = /^( *```)(?![^\n]*\blocal\b)[^\n`]*\n[\s\S]*?^\1$/gm;

/** Writes this service's address and its script's hash into the snippets, so that they work when they are copied. */
function fillSite(site: DocsSite, publicUrl: string, { script, version }: Sdk): DocsSite {
  const [, , folder = ''] = script?.path.split('/') ?? [];
  const everywhere = [['https://connect.example', publicUrl]] as const;
  const inBlocks = [
    ['http://localhost:4400', publicUrl],
    ['connect.example', new URL(publicUrl).host],
    ...(script
      ? ([
          [`${version}-<hash>`, folder],
          ['sha384-…', script.integrity],
        ] as const)
      : []),
  ] as const;
  const fill = (text: string, block: RegExp, encode: (value: string) => string) =>
    replace(text, everywhere, encode).replaceAll(block, (one) => replace(one, inBlocks, encode));
  const groups = site.groups.map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => ({
      ...page,
      html: fill(page.html, htmlBlock, escapeHtml),
      markdown: fill(page.markdown, markdownBlock, String),
    })),
  }));
  return { ...site, groups };
}

type Replacements = readonly (readonly [from: string, to: string])[];

function replace(text: string, list: Replacements, encode: (value: string) => string): string {
  return list.reduce((done, [from, to]) => done.replaceAll(encode(from), () => encode(to)), text);
}
