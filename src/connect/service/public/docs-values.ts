import type { Sdk } from '../http/assets.ts';
import { escapeHtml } from '../http/page-document.ts';
import type { DocsSite } from './docs-document.ts';

/** Blocks of code, except those about the reader's own machine. */
const htmlBlock = /<div class="code">(?:<p[^>]*>[^<]*<\/p>)?<pre[\s\S]*?<\/pre>/g;
const markdownBlock = /^( *```)(?![^\n]*\blocal\b)[^\n`]*\n[\s\S]*?^\1$/gm;

/**
 * Writes this service's address and the hash of its script into the snippets, so that they can be copied and used
 * as they are.
 *
 * @param site - the built documentation
 * @param publicUrl - the origin of this service
 * @param sdk - the SDK that this service serves
 * @returns the documentation of this service
 */
export function fillSite(site: DocsSite, publicUrl: string, { script, version }: Sdk): DocsSite {
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
  const fillHtml = (html: string) =>
    replace(html, everywhere, escapeHtml).replaceAll(htmlBlock, (block) =>
      replace(block, inBlocks, escapeHtml),
    );
  const fillMarkdown = (markdown: string) =>
    replace(markdown, everywhere, String).replaceAll(markdownBlock, (block) =>
      replace(block, inBlocks, String),
    );
  const groups = site.groups.map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => ({
      ...page,
      html: fillHtml(page.html),
      markdown: fillMarkdown(page.markdown),
    })),
  }));
  return { ...site, groups };
}

type Replacements = readonly (readonly [from: string, to: string])[];

function replace(text: string, list: Replacements, encode: (value: string) => string): string {
  return list.reduce((done, [from, to]) => done.replaceAll(encode(from), () => encode(to)), text);
}
