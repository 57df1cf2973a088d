import { existsSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import type { SourcePage } from './contents.ts';

/** Returns the address of a link on the site, or undefined for a file that is only in the repository. */
export type ResolveLink = (href: string) => string | undefined;

/**
 * @param root - absolute path of the repository
 * @returns a function that resolves links in the notation of that page's source
 */
export function createLinkResolver(
  root: string,
  pages: readonly SourcePage[],
  page: SourcePage,
): ResolveLink {
  const names = new Map(pages.map(({ file, name }) => [file, name]));
  return (href) => {
    if (/^(https?:|#)/.test(href)) return href;
    const [path = '', fragment] = href.split('#');
    const file = normalize(join(dirname(page.file), path));
    const name = names.get(file);
    if (name !== undefined) {
      return addressOf(name) + (fragment === undefined ? '' : `#${fragment}`);
    }
    if (existsSync(join(root, file))) return isImage(file) ? `/docs/${basename(file)}` : undefined;
    throw new Error(`${page.file} links to ${href}, which does not exist.`);
  };
}

/**
 * @param address - the address of a file or of a link
 * @returns whether it is a picture, which the site serves together with its pages
 */
export function isImage(address: string): boolean {
  return /\.(?:svg|webp)$/.test(address);
}

/** @returns its path on the service */
export function addressOf(name: string): string {
  return name === 'index' ? '/docs' : `/docs/${name}`;
}

/**
 * Rewrites links, because paths within the repository do not work on the site, where the page's source has another
 * address.
 *
 * @returns the source, with links to the sources of other pages; other links become plain text
 */
export function rewriteLinks(markdown: string, resolveLink: ResolveLink): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, text: string, href: string) => {
    const address = resolveLink(href);
    if (address === undefined) return text;
    if (isImage(address)) return `[${text}](${address})`;
    return address.startsWith('/docs') ? `[${text}](${toSource(address)})` : whole;
  });
}

function toSource(address: string): string {
  const [path = '', fragment] = address.split('#');
  const file = path === '/docs' ? '/docs/index.md' : `${path}.md`;
  return fragment === undefined ? file : `${file}#${fragment}`;
}
