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

/** The source of a page. */
export interface SourcePage {
  /** The page's address below `/docs/`. */
  readonly name: string;
  /** Path of its Markdown, relative to the repository. */
  readonly file: string;
  readonly markdown: string;
}

/** The pages under one heading of the navigation. */
export interface SourceGroup {
  readonly title: string;
  readonly pages: readonly SourcePage[];
}

/**
 * Reads `demo/docs/contents.json` and its pages.
 *
 * @param root - absolute path of the repository
 * @returns the groups in the order of the file
 * @throws Error when a page is missing
 */
export function readContents(root: string): readonly SourceGroup[] {
  const text = readFileSync(join(root, 'demo/docs/contents.json'), 'utf8');
  return v.parse(contentsSchema, JSON.parse(text)).map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => {
      const name = typeof page === 'string' ? page : page.name;
      const file = typeof page === 'string' ? `demo/docs/${page}.md` : page.file;
      const markdown = includeFiles(root, file, readFileSync(join(root, file), 'utf8'));
      return { name, file, markdown };
    }),
  }));
}
