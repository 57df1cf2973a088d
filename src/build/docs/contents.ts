import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import * as v from 'valibot';
import { languages } from './highlight.ts';

const contentsSchema = v.array(
  v.object({
    title: v.string(),
    pages: v.array(v.union([v.string(), v.object({ name: v.string(), file: v.string() })])),
  }),
);

export interface SourcePage {
  /** The last part of the page's path, which follows `/docs/`. */
  readonly name: string;
  /** The path of the page's Markdown file, relative to the repository. */
  readonly file: string;
  readonly markdown: string;
}

/** Reads `demo/docs/contents.json`, and the pages that it lists below each heading of the navigation. */
export function readContents(root: string) {
  const text = readFileSync(join(root, 'demo/docs/contents.json'), 'utf8');
  return v.parse(contentsSchema, JSON.parse(text)).map(({ title, pages }) => ({
    title,
    pages: pages.map((page): SourcePage => {
      const name = typeof page === 'string' ? page : page.name;
      const file = typeof page === 'string' ? `demo/docs/${page}.md` : page.file;
      const markdown = includeFiles(root, file, readFileSync(join(root, file), 'utf8'));
      return { name, file, markdown };
    }),
  }));
}

/** Matches a line, or a list item, that contains nothing but a link to a file of the examples. */
const fileLink = /^(?:- )?\[([^\]]+)\]\(((?:\.\.\/)+(?:demo\/)?examples\/\S+\.(\w+))\)$/;

/** GitHub shows the links. The site shows the files, and makes adjacent ones tabs, named by the texts of the links. */
export function includeFiles(root: string, page: string, markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => {
      const [, title = '', path = '', language = ''] = fileLink.exec(line) ?? [];
      if (!Object.hasOwn(languages, language)) return line;
      const file = normalize(join(dirname(page), path));
      const code = readFileSync(join(root, file), 'utf8').trimEnd();
      const fence = code.includes('```') ? '````' : '```';
      return `\n${fence}${language} title="${title.replaceAll('`', '')}" file=${file}\n${code}\n${fence}\n`;
    })
    .join('\n');
}
