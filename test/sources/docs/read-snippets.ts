import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContents } from '../../../src/build/docs/contents.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A block of code in a document. */
export interface DocumentSnippet {
  /** File and line, for messages. */
  readonly place: string;
  readonly language: string;
  /** `file=<path>` after the language: the block is an excerpt of this file. */
  readonly file: string | undefined;
  readonly source: string;
}

/** @returns every block of code on the site and in the other documents */
export function readSnippets(): readonly DocumentSnippet[] {
  const pages = readContents(root).flatMap((group) => group.pages);
  const files = ['README.md', 'CONTRIBUTING.md', ...pages.map(({ file }) => file)];
  return files.flatMap((file) => findSnippets(file, readFileSync(join(root, file), 'utf8')));
}

/** @returns the blocks of code of a document, which is named by its file */
export function findSnippets(file: string, markdown: string): readonly DocumentSnippet[] {
  const blocks = markdown.matchAll(/^( *)```([^\n]*)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, indent = '', info = '', body = ''], index) => {
    const [language = '', ...rest] = info.trim().split(/\s+/);
    return {
      place: `${file}, block ${index + 1}: ${body.trim().split('\n')[0]}`,
      language,
      file: rest.find((word) => word.startsWith('file='))?.slice('file='.length),
      source: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}
