import type { Context, Handler } from 'hono';
import { createNonce, createPageHeaders } from '../http/page-document.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { sendFile } from '../http/send-file.ts';
import {
  type DocsParts,
  type DocsSite,
  renderDocsPage,
  renderMissingPage,
} from './docs-document.ts';
import { splitSections } from './docs-sections.ts';
import { fillSite } from './docs-values.ts';

/** The policy for pictures. A picture has inline styles, and is a document when it is opened alone. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const shortCache = { 'Cache-Control': 'public, max-age=300' };

/**
 * `GET /docs` and `GET /docs/:name`: a page of the documentation; with `.md` at the end, its Markdown;
 * with `.svg` or `.webp`, a picture.
 * `ConnectError.docsUrl` points to a heading of `/docs/errors`.
 */
export function showDocs(
  { assets, config, sdk }: Pick<Parts, 'assets' | 'config' | 'sdk'>,
  hasDashboard: boolean,
): Handler {
  let filled: DocsSite | undefined;
  return (context) => {
    // Filled once, because the values do not change while the service runs.
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
    const headers = {
      ...createPageHeaders("'none'", nonce),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    };
    return page
      ? context.body(renderDocsPage(parts, page), 200, headers)
      : context.body(renderMissingPage(parts), 404, headers);
  };
}

/** `GET /docs/search.json`: the texts for the documentation's search. */
export function showDocsSearch({ assets }: Pick<Parts, 'assets'>): Handler {
  let answer: Uint8Array<ArrayBuffer> | undefined;
  return (context) => {
    // Computed once, because the pages do not change while the service runs. All answers share one buffer, because
    // each stays in memory until its client has read it.
    answer ??= new TextEncoder().encode(
      JSON.stringify({ sections: listPages(readSite(assets.docs?.site)).flatMap(splitSections) }),
    );
    return sendFile(context, answer, { ...shortCache, 'Content-Type': 'application/json' });
  };
}

/**
 * `GET /llms.txt`: every page with its description, for programs that read documentation.
 *
 * @see https://llmstxt.org/
 */
export function showLlmsText({ assets, config }: Pick<Parts, 'assets' | 'config'>): Handler {
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
  return answerText(context, Uint8Array.from(Buffer.from(image, 'base64')), 'image/webp');
}

function answerText(
  context: Context,
  text: string | Uint8Array<ArrayBuffer>,
  type: string,
): Response {
  return context.body(text, 200, { ...shortCache, 'Content-Type': type });
}
