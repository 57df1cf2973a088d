import type * as v from 'valibot';
import type { docsPage, docsSection } from '../../shapes/docs-site.ts';

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
 * Splits a page for the search. The text is computed here, because storing it in the built site would make the
 * package 12 kB larger.
 *
 * @returns the text above the first heading, and the text below each heading
 */
export function splitSections(
  page: v.InferOutput<typeof docsPage>,
): v.InferOutput<typeof docsSection>[] {
  const [first = '', ...rest] = page.html.split(heading);
  const create = (id: string, title: string, html: string) => {
    return { page: page.name, pageTitle: page.title, id, title, text: toText(html) };
  };
  const sections = [create('', page.title, first)];
  // Each heading adds three parts: its groups, and the HTML below it.
  for (let index = 0; index < rest.length; index += 3) {
    const [id = '', title = '', html = ''] = rest.slice(index, index + 3);
    sections.push(create(id, toText(title), html));
  }
  return sections;
}

/** Leaves out code, because a line of an example says little about the subject. */
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
