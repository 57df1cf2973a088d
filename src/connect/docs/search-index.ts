import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import type * as v from 'valibot';
import type { docsSection } from '../shapes/docs-site.ts';
import { findSynonyms } from './synonyms.ts';

/** A heading of the documentation and the text below it. */
export type Section = v.InferOutput<typeof docsSection>;

/** Finds the sections for the words that a person typed, best first. */
export type Find = (query: string) => readonly Section[];

/** The most results that are listed. */
const resultLimit = 8;

const options: SearchOptions = {
  boost: { title: 4, pageTitle: 2 },
  prefix: true,
  // Two mistakes in a word of eight letters, one in a word of four.
  fuzzy: (term) => (term.length > 3 ? 0.25 : false),
  combineWith: 'AND',
  // A word as it was typed counts more than a mistaken or a longer one.
  weights: { fuzzy: 0.3, prefix: 0.5 },
};

/**
 * @param sections - of the whole documentation
 * @returns a search that forgives typing mistakes and knows synonyms
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
    // Without a section that has every word, those that have most of them help.
    const found =
      every.length > 0 ? every : index.search({ combineWith: 'OR', queries: words.map(widen) });
    return found.slice(0, resultLimit).flatMap(({ id }) => sections[Number(id)] ?? []);
  };
}

/** The word or one of its synonyms. A synonym is spelt right, and may have several words. */
function widen(word: string): Query {
  const meant = findSynonyms(word).map((synonym): Query => {
    return { queries: [synonym], combineWith: 'AND', fuzzy: false, prefix: true };
  });
  return { combineWith: 'OR', queries: [word, ...meant] };
}
