import type { Provider } from '../protocol/provider.ts';

/** Finds providers in a list. */
export interface ProviderSearch {
  /**
   * @param query - as typed
   * @returns the whole list if the query is empty, else the matches: those whose name begins with the
   *   query first, then those that have words which begin with its words
   */
  find(query: string): readonly Provider[];
  /** Makes the first `count` ready to be searched, which `find` does else, all at once. */
  prepare(count: number): void;
}

/**
 * Makes a list searchable. Each provider is prepared once, so that each key stroke costs one pass over
 * plain strings.
 *
 * Case, diacritics, punctuation and the order of words do not matter: "hr block" and "block h&r"
 * find H&R Block. Every word of the query has to begin a word of the name, an alias or the domain;
 * from three letters on, anywhere in a word is enough ("tax" finds TurboTax).
 *
 * @param providers - the list, in the order it is shown
 * @returns the search
 */
export function createSearch(providers: readonly Provider[]): ProviderSearch {
  const texts: string[] = [];
  const prepare = (count: number) => {
    for (const { name, aliases, domain } of providers.slice(texts.length, count)) {
      texts.push(indexText([name, ...aliases, domain].join(' ')));
    }
  };
  const find = (query: string) => {
    // Not even the patterns are made before anything is typed: they take longer than a list to draw.
    const words = query ? splitWords(query) : [];
    if (!words.length) return providers;
    prepare(providers.length);
    const start = ` ${words.join(' ')}`;
    const starts = words.map((word) => ` ${word}`);
    const parts = words.map((word) => (word.length > 2 ? word : ` ${word}`));
    const [best, good, rest]: [Provider[], Provider[], Provider[]] = [[], [], []];
    providers.forEach((provider, index) => {
      const text = texts[index] ?? '';
      const has = (part: string) => text.includes(part);
      // What does not have the parts has none of the others; most have none.
      if (!parts.every(has)) return;
      // The name comes first in each text.
      (text.startsWith(start) ? best : starts.every(has) ? good : rest).push(provider);
    });
    return [...best, ...good, ...rest];
  };
  return { find, prepare };
}

// Punctuation both vanishes and separates, because people type "hr", "h&r" and "h & r" alike.
function indexText(text: string): string {
  const words = [text, text.replace(/[\p{P}\p{S}]/gu, ' ')].flatMap(splitWords);
  return ` ${words.join(' ')}`;
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);
}
