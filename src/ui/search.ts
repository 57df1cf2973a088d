import type { Provider } from '../protocol/provider.ts';

/** Finds providers in a list that was prepared once. */
export type ProviderSearch = (query: string) => readonly Provider[];

/**
 * Prepares a list for searching, so that each key stroke costs one pass over plain strings.
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
  const texts = providers.map(({ name, aliases, domain }) =>
    [name, ...aliases, domain].map(indexText).join(''),
  );
  return (query) => {
    const words = splitWords(query);
    const tests: ((text: string) => boolean)[] = [
      // The name comes first in each text.
      (text) => text.startsWith(` ${words.join(' ')}`),
      (text) => words.every((word) => text.includes(` ${word}`)),
      (text) => words.every((word) => text.includes(word.length > 2 ? word : ` ${word}`)),
    ];
    const found: Provider[][] = tests.map(() => []);
    providers.forEach((provider, index) => {
      found[tests.findIndex((matches) => matches(texts[index] ?? ''))]?.push(provider);
    });
    return found.flat();
  };
}

// Punctuation both vanishes and separates, because people type "hr", "h&r" and "h & r" alike.
function indexText(text: string): string {
  return [text, text.replace(/[\p{P}\p{S}]/gu, ' ')]
    .map((form) => ` ${splitWords(form).join(' ')}`)
    .join('');
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);
}
