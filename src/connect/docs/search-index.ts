import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch';
import type * as v from 'valibot';
import type { docsSection } from '../shapes/docs-site.ts';
import { readWords, toTerm } from './search-terms.ts';
import { findSynonyms } from './synonyms.ts';

/** A heading of the documentation and the text below it. */
export type Section = v.InferOutput<typeof docsSection>;

export interface LinePart {
  readonly text: string;
  readonly isMatch: boolean;
}

export interface PageHits {
  readonly page: string;
  readonly pageTitle: string;
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    /** Some words of the section's text, around the first match. */
    readonly line: readonly LinePart[];
  }[];
}

export type Find = (query: string) => readonly PageHits[];

const pageLimit = 6;
const sectionLimit = 3;
/** The lowest score at which a section is listed, as a fraction of the best score on its page. */
const worthListing = 0.35;

/** The approximate length, in characters, of a result's text before the first match (`lineBefore`) and in total. */
const lineBefore = 40;
const lineLength = 110;

/** Keeps underscores, so that an error code such as `popup_blocked` is one word. */
const notWord = /[^\p{L}\p{N}_]+/u;

/** The weights of pages that mention every subject or interest few people; 1 for the others. */
const weights: { readonly [page: string]: number } = { protocol: 0.3, migrate: 0.5, errors: 0.7 };

const options: SearchOptions = {
  boost: { pageTitle: 6, title: 4 },
  prefix: true,
  // Tolerates one typing mistake for every four letters of a word.
  fuzzy: (term) => (term.length > 3 ? 0.25 : false),
  combineWith: 'AND',
  // A word that equals the typed word counts more than a similar word, or a word that only begins with it.
  weights: { fuzzy: 0.3, prefix: 0.5 },
};

export function createSearch(sections: readonly Section[]): Find {
  const index = new MiniSearch<Section & { key: number }>({
    idField: 'key',
    fields: ['title', 'pageTitle', 'text'],
    tokenize: (text) => text.split(notWord),
    processTerm: toTerm,
    searchOptions: options,
  });
  index.addAll(sections.map((section, key) => ({ ...section, key })));
  return (query) => {
    const words = readWords(query);
    const queries = words.map(widen);
    const terms = words.map(toTerm);
    const boostDocument = (key: number) => weigh(sections[key], terms);
    const every = index.search({ combineWith: 'AND', queries }, { boostDocument });
    // If no section contains every word, searches for sections that contain some of the words.
    const found =
      every.length > 0 ? every : index.search({ combineWith: 'OR', queries }, { boostDocument });
    return groupByPage(found, sections);
  };
}

/** @returns the weight of a section, which counts double if its two titles have all of several words */
function weigh(section: Section | undefined, terms: readonly string[]): number {
  if (section === undefined) return 1;
  const titles = `${section.pageTitle} ${section.title}`.split(notWord).map(toTerm);
  const isNamed = terms.length > 1 && terms.every((term) => titles.includes(term));
  return (weights[section.page] ?? 1) * (isNamed ? 2 : 1);
}

/**
 * A synonym may have several words, and must match exactly, because it contains no typing mistakes. It counts half, so
 * that a page with the typed word comes first.
 */
function widen(word: string): Query {
  const meant = findSynonyms(word).map((synonym): Query => {
    const boostTerm = () => 0.5;
    return { queries: [synonym], combineWith: 'AND', fuzzy: false, prefix: true, boostTerm };
  });
  return { combineWith: 'OR', queries: [word, ...meant] };
}

function groupByPage(
  results: readonly SearchResult[],
  sections: readonly Section[],
): readonly PageHits[] {
  const pages = new Map<string, { pageTitle: string; best: number; hits: PageHits['sections'] }>();
  for (const { id: key, score, terms } of results) {
    const section = sections[Number(key)];
    if (section === undefined) continue;
    const { page, pageTitle, id, title, text } = section;
    const { best, hits } = pages.get(page) ?? { best: score, hits: [] };
    if (hits.length >= sectionLimit || score < best * worthListing) continue;
    const hit = { id, title, line: findLine(text, new Set(terms)) };
    pages.set(page, { pageTitle, best, hits: [...hits, hit] });
  }
  return [...pages]
    .slice(0, pageLimit)
    .map(([page, { pageTitle, hits }]) => ({ page, pageTitle, sections: hits }));
}

/** @returns the words around the first match in a section's text, or its first words if only the heading matches */
function findLine(text: string, terms: ReadonlySet<string>): readonly LinePart[] {
  const words = text.split(/([^\p{L}\p{N}_]+)/u);
  const isMatch = (word: string) => terms.has(toTerm(word));
  const first = Math.max(0, words.findIndex(isMatch));
  let start = first;
  for (let room = lineBefore; start > 0 && room > 0; start -= 1)
    room -= (words[start - 1] ?? '').length;
  let end = start;
  for (let room = lineLength; end < words.length && room > 0; end += 1)
    room -= (words[end] ?? '').length;
  const parts = words.slice(start, end).map((word) => ({ text: word, isMatch: isMatch(word) }));
  return [
    ...(start > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...parts,
    ...(end < words.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}
