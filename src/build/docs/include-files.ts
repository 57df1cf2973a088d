import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The language of a code block, by the extension of the file that it shows. */
const languageByEnding: Readonly<Record<string, string>> = {
  css: 'css',
  go: 'go',
  html: 'html',
  js: 'js',
  json: 'json',
  jsx: 'jsx',
  kt: 'kotlin',
  mjs: 'js',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  svelte: 'svelte',
  swift: 'swift',
  ts: 'ts',
  vue: 'vue',
  xml: 'xml',
};

/** Matches a line, or a list item, that contains nothing but a link to a file of the examples. */
const fileLink = /^(?:- )?\[([^\]]+)\]\(((?:\.\.\/)+(?:demo\/)?examples\/\S+\.(\w+))\)$/;

/**
 * Replaces each line that only links to a file of `demo/examples` by a code block with the file's content. On GitHub,
 * readers still see the link. The blocks of adjacent links become tabs, whose names are the texts of the links.
 *
 * @param root - the absolute path of the repository
 * @param page - the path of the Markdown file, relative to the repository
 */
export function includeFiles(root: string, page: string, markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => {
      const [, title = '', path = '', ending = ''] = fileLink.exec(line) ?? [];
      const language = languageByEnding[ending];
      if (language === undefined) return line;
      const file = normalize(join(dirname(page), path));
      const code = readFileSync(join(root, file), 'utf8').trimEnd();
      const fence = code.includes('```') ? '````' : '```';
      return `\n${fence}${language} title="${title.replaceAll('`', '')}" file=${file}\n${code}\n${fence}\n`;
    })
    .join('\n');
}
