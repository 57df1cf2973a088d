import {
  type BundledLanguage,
  bundledLanguages,
  createCssVariablesTheme,
  createHighlighter,
} from 'shiki';

/** The languages that code blocks may have, or the endings of their files, with the names that screen readers say. */
export const languages: Readonly<Record<string, string>> = {
  dockerfile: 'Dockerfile',
  go: 'Go',
  html: 'HTML',
  http: 'HTTP',
  ini: 'systemd unit',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  kt: 'Kotlin',
  mermaid: 'sequence diagram',
  mjs: 'JavaScript',
  php: 'PHP',
  py: 'Python',
  python: 'Python',
  rb: 'Ruby',
  sh: 'shell',
  svelte: 'Svelte',
  swift: 'Swift',
  text: 'text',
  ts: 'TypeScript',
  tsx: 'TSX',
  vue: 'Vue',
  xml: 'XML',
  yaml: 'YAML',
};

const themeName = 'classes';
const theme = createCssVariablesTheme({ name: themeName, variablePrefix: '--' });

export async function loadHighlighter() {
  const names = Object.keys(languages).filter(isBundled);
  const shiki = await createHighlighter({ themes: [theme], langs: names });
  return {
    /** @throws Error when `language`, the first word after the backticks that open the block, is unknown */
    toHtml(code: string, language: string): string {
      if (language !== 'text' && !(isBundled(language) && Object.hasOwn(languages, language))) {
        throw new Error(`A code block has the unknown language "${language}".`);
      }
      const { tokens } = shiki.codeToTokens(code, {
        lang: language,
        theme: themeName,
        // By default, a line that takes too long stays without colours. A slow machine would then build other files.
        tokenizeTimeLimit: 0,
      });
      return tokens
        .map((line) => line.map(({ content, color }) => toSpan(content, color)).join(''))
        .join('\n');
    },
  };
}

/** Colours code by classes, because the service's content security policy allows no inline style. */
export type Highlighter = Awaited<ReturnType<typeof loadHighlighter>>;

function isBundled(language: string): language is BundledLanguage {
  return Object.hasOwn(bundledLanguages, language);
}

function toSpan(content: string, color = ''): string {
  const kind = /--token-([a-z-]+)/.exec(color)?.[1];
  const text = escapeHtml(content);
  // Punctuation has the colour of the text around it. Elements for it would add 1.6 kB to the package.
  const isPlain = kind === undefined || kind === 'punctuation';
  return isPlain ? text : `<span class="token-${kind}">${text}</span>`;
}

/** @returns the text, escaped for use in HTML elements and in quoted attributes */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
