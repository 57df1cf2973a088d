import type { Provider } from '../protocol/provider.ts';

/** Finds providers in a list that was prepared once. */
export type ProviderSearch = (query: string) => readonly Provider[];

/**
 * Makes a list searchable. It is prepared once, with the first query, so that each key stroke costs one
 * pass over plain strings.
 *
 * Case, diacritics, punctuation and the order of words do not matter: "hr block" and "block h&r"
 * find H&R Block. Every word of the query has to begin a word of the name, an alias or the domain;
 * from three letters on, anywhere in a word will do ("tax" finds TurboTax).
 *
 * @param providers - the list, in the order it is shown
 * @returns the search; an empty query answers the whole list, any other the matches, those whose
 *   name begins with the query first, then those it matches at the beginning of words
 */
export function createSearch(providers: readonly Provider[]): ProviderSearch {
  let texts: readonly string[] | undefined;
  return (query) => {
    const words = splitWords(query);
    if (!words.length) return providers;
    // Not before it is needed: the list is seen sooner.
    texts ??= providers.map(({ name, aliases, domain }) =>
      indexText([name, ...aliases, domain].join(' ')),
    );
    const tests: ((text: string) => boolean)[] = [
      // The name comes first in each text.
      (text) => text.startsWith(` ${words.join(' ')}`),
      (text) => words.every((word) => text.includes(` ${word}`)),
      (text) => words.every((word) => text.includes(word.length > 2 ? word : ` ${word}`)),
    ];
    const found: Provider[][] = tests.map(() => []);
    providers.forEach((provider, index) => {
      found[tests.findIndex((matches) => matches(texts?.[index] ?? ''))]?.push(provider);
    });
    return found.flat();
  };
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
