import { existsSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import type { SourcePage } from './contents.ts';

/** @returns a function that resolves the links of this page, and throws if a link leads to a missing file */
export function createLinkResolver(root: string, pages: readonly SourcePage[], page: SourcePage) {
  const names = new Map(pages.map(({ file, name }) => [file, name]));
  return (href: string): string | undefined => {
    if (/^(https?:|#)/.test(href)) return href;
    const [path = '', fragment] = href.split('#');
    const file = normalize(join(dirname(page.file), path));
    const name = names.get(file);
    if (name !== undefined) return addressOf(name) + (fragment === undefined ? '' : `#${fragment}`);
    if (existsSync(join(root, file))) return isImage(file) ? `/docs/${basename(file)}` : undefined;
    throw new Error(`${page.file} links to ${href}, which does not exist.`);
  };
}

/** Returns the link's address on the site, or undefined if the link leads to a file that is only in the repository. */
export type ResolveLink = ReturnType<typeof createLinkResolver>;

/** @returns whether the address is that of a picture. The site serves pictures beside its pages */
export function isImage(address: string): boolean {
  return /\.(?:svg|webp)$/.test(address);
}

export function addressOf(name: string): string {
  return name === 'index' ? '/docs' : `/docs/${name}`;
}

/** Makes the links of a page's Markdown lead to the Markdown of other pages, or plain text if the site lacks a file. */
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
