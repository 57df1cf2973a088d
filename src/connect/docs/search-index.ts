import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import type * as v from 'valibot';
import type { docsSection } from '../shapes/docs-site.ts';
import { findSynonyms } from './synonyms.ts';

/** A heading of the documentation and the text below it. */
export type Section = v.InferOutput<typeof docsSection>;

/** Finds the sections for the words that a person typed, best first. */
export type Find = (query: string) => readonly Section[];

/** The maximum number of results. */
const resultLimit = 8;

const options: SearchOptions = {
  boost: { title: 4, pageTitle: 2 },
  prefix: true,
  // Allows two mistakes in a word of eight letters, and one in a word of four.
  fuzzy: (term) => (term.length > 3 ? 0.25 : false),
  combineWith: 'AND',
  // An exact word counts more than a mistyped or a longer one.
  weights: { fuzzy: 0.3, prefix: 0.5 },
};

/**
 * @param sections - the sections of the whole documentation
 * @returns a search that tolerates typing mistakes and knows synonyms
 */
export function createSearch(sections: readonly Section[]): Find {
  const index = new MiniSearch<Section & { key: number }>({
    idField: 'key',
    fields: ['title', 'pageTitle', 'text'],
    searchOptions: options,
  });
  index.addAll(sections.map((section, key) => ({ ...section, key })));
  return (query) => {
    const words = query.split(/\s+/).filter((word) => word !== '');
    const every = index.search({ combineWith: 'AND', queries: words.map(widen) });
    // If no section has every word, the ones with most of the words are returned.
    const found =
      every.length > 0 ? every : index.search({ combineWith: 'OR', queries: words.map(widen) });
    return found.slice(0, resultLimit).flatMap(({ id }) => sections[Number(id)] ?? []);
  };
}

/** Searches for the word or one of its synonyms. A synonym is spelt correctly, and may have several words. */
function widen(word: string): Query {
  const meant = findSynonyms(word).map((synonym): Query => {
    return { queries: [synonym], combineWith: 'AND', fuzzy: false, prefix: true };
  });
  return { combineWith: 'OR', queries: [word, ...meant] };
}
