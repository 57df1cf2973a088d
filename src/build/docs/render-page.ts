import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import { escapeHtml, type Highlighter, languages } from './highlight.ts';
import { isImage, type ResolveLink } from './links.ts';

interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** @throws Error unless the Markdown begins with a first-level heading and a paragraph */
export function renderPage(markdown: string, resolveLink: ResolveLink, highlighter: Highlighter) {
  const renderer = createRenderer(highlighter);
  const tokens = renderer.parse(markdown, {});
  // The addresses on the site to which the page links, and the paths of its pictures, as the Markdown names them.
  const links = resolveLinks(tokens, resolveLink);
  const images = resolveImages(tokens, resolveLink);
  const headings = addHeadingIds(tokens);
  const [title] = headings;
  if (tokens[0]?.tag !== 'h1' || title === undefined) {
    throw new Error(`A page must begin with a title, not with: ${markdown.slice(0, 60)}`);
  }
  const [open, inline] = tokens.slice(3);
  if (open?.type !== 'paragraph_open' || inline === undefined) {
    throw new Error(`"${title.text}" needs a paragraph below its title.`);
  }
  return {
    title: title.text,
    description: toPlainText(inline),
    html: renderer.renderer.render(tokens.slice(3), renderer.options, {}),
    headings,
    links,
    images,
  };
}

export type RenderedPage = ReturnType<typeof renderPage>;

function createRenderer(highlighter: Highlighter): MarkdownIt {
  const renderer = createMarkdownIt({ html: false });
  const { rules } = renderer.renderer;
  rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const [language = '', ...words] = info.trim().split(/\s+/);
    const code = highlighter.toHtml(content.trimEnd(), language);
    const title = readTitle(tokens[index]);
    const label = title === undefined ? '' : `<p class="code-title">${escapeHtml(title)}</p>`;
    // A block for the reader's machine, in which the service does not insert its own URLs.
    const kind = words.includes('local') ? 'code code--local' : 'code';
    const block = `<div class="${kind}">${label}<pre role="group" aria-label="Code, ${languages[language]}"><code>${code}\n</code></pre></div>\n`;
    return joinTabs(block, title, [readTitle(tokens[index - 1]), readTitle(tokens[index + 1])]);
  };
  // Lets the path of an HTTP request wrap after each slash, so that it does not wrap within a word.
  rules.code_inline = (tokens, index) => {
    const code = escapeHtml(tokens[index]?.content ?? '');
    const isRequest = /^(?:GET|POST) /.test(code);
    return `<code>${isRequest ? code.replaceAll('/', '/<wbr>') : code}</code>`;
  };
  const drawImage = rules.image;
  rules.image = (tokens, index, ...rest) => {
    const html = drawImage?.(tokens, index, ...rest) ?? '';
    const address = String(tokens[index]?.attrGet('src'));
    // A picture without a dark version is a chart. It scrolls in a wrapper, because it would be too small to read.
    return isPair(address) ? drawPair(html, address) : `<span class="chart">${html}</span>`;
  };
  rules.table_open = () => '<div class="table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  // The renderer aligns columns with style attributes, which the content security policy forbids. Uses classes instead.
  renderer.core.ruler.push('align-by-class', ({ tokens }) => {
    for (const token of tokens) {
      if (token.attrGet('style') === null) continue;
      const isEnd = String(token.attrGet('style')).includes('right');
      token.attrs = isEnd ? [['class', 'end']] : [];
    }
  });
  rules.heading_close = (tokens, index) => {
    const open = tokens[index - 2];
    const id = escapeHtml(String(open?.attrGet('id') ?? ''));
    const text = escapeHtml(toPlainText(tokens[index - 1]));
    const link = `<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`;
    return `${link}</${open?.tag}>\n`;
  };
  return renderer;
}

/** Replaces links by those of the site. A link to a file that the site lacks becomes plain text. @returns the links */
function resolveLinks(tokens: readonly Token[], resolveLink: ResolveLink): readonly string[] {
  const links: string[] = [];
  for (const token of tokens) {
    let isDropped = false;
    token.children &&= token.children.filter((child) => {
      if (child.type === 'link_close') return !isDropped;
      if (child.type !== 'link_open') return true;
      const href = resolveLink(String(child.attrGet('href') ?? ''));
      isDropped = href === undefined;
      if (href === undefined) return false;
      child.attrSet('href', href);
      links.push(href);
      return true;
    });
  }
  return links;
}

/** Replaces the paths of pictures by addresses on the site. @returns the original paths, with dark versions */
function resolveImages(tokens: readonly Token[], resolveLink: ResolveLink): readonly string[] {
  const children = tokens.flatMap((token) => token.children ?? []);
  return children.flatMap((child) => {
    if (child.type !== 'image') return [];
    const source = String(child.attrGet('src'));
    const address = resolveLink(source);
    if (!address || !isImage(address)) throw new Error(`${source} is not a picture.`);
    child.attrSet('src', address);
    return isPair(source) ? [source, toDark(source)] : [source];
  });
}

/** @returns whether the picture is a light version, which has a dark version beside it */
function isPair(address: string): boolean {
  return address.endsWith('-light.webp');
}

function toDark(address: string): string {
  return address.replace(/light\.webp$/, 'dark.webp');
}

function drawPair(html: string, address: string): string {
  const dark = escapeHtml(toDark(address));
  return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)">${html}</picture>`;
}

/** @returns the name of a code block, which is written as `title="…"` after its language; undefined for none */
function readTitle(token: Token | undefined): string | undefined {
  return token?.type === 'fence' ? /\btitle="([^"]+)"/.exec(token.info)?.[1] : undefined;
}

/** Groups adjacent code blocks that have names, so that a script can turn them into tabs. */
function joinTabs(
  block: string,
  title: string | undefined,
  [before, after]: readonly (string | undefined)[],
): string {
  if (title === undefined) return block;
  const start = before === undefined && after !== undefined ? '<div class="tabs">\n' : '';
  const end = before !== undefined && after === undefined ? '</div>\n' : '';
  return start + block + end;
}

function addHeadingIds(tokens: readonly Token[]): readonly Heading[] {
  const headings: Heading[] = [];
  const seen = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const text = toPlainText(tokens[index + 1]);
    const slug = toSlug(text);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet('id', id);
    headings.push({ level: Number(token.tag.slice(1)), id, text });
  });
  return headings;
}

/** Creates the same ID for a heading as GitHub, so that links to headings work on the site and on GitHub. */
function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function toPlainText(token: Token | undefined): string {
  const parts = token?.children ?? [];
  return parts
    .map(({ content, type }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('');
}
