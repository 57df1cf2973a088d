import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { includeFiles } from './include-files.ts';

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
