import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { languages } from './highlight.ts';

/** Matches a line, or a list item, that contains nothing but a link to a file of the examples. */
const fileLink = /^(?:- )?\[([^\]]+)\]\(((?:\.\.\/)+(?:demo\/)?examples\/\S+\.(\w+))\)$/;

/**
 * Replaces each line that only links to a file of `demo/examples` by its content. On GitHub, readers see the link. The
 * blocks of adjacent links become tabs, whose names are the texts of the links.
 */
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
