import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The language of a block of code, by the ending of its file. */
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

/** A line that is only a link to a file of the examples, alone or in a list. */
const fileLink = /^(?:- )?\[([^\]]+)\]\(((?:\.\.\/)+(?:demo\/)?examples\/\S+\.(\w+))\)$/;

/**
 * Shows each file of `demo/examples` that a separate line links to. On GitHub, the line stays a link. Links
 * in a list become tabs, named by their texts.
 *
 * @param root - absolute path of the repository
 * @param page - path of the Markdown file, relative to the repository
 * @returns the Markdown with blocks of code in the place of these lines
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
