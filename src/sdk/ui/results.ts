import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';
import { createSearch, type ProviderSearch } from './search.ts';

/** The searched list. */
interface ResultList {
  readonly providers: readonly Provider[];
  readonly isAhead?: boolean;
}

/** The results of a search, in portions. */
export interface Results {
  /** For a polite live region: the number of results, once typing has paused, or what was announced. */
  readonly status: ReadonlySignal<string>;
  /**
   * @param list - the searched list; `isAhead`: it is not visible yet, so only what fits the screen is
   *   drawn
   * @param query - as typed. Empty: all providers, the popular ones first, the unavailable ones last
   * @param active - index of a result that must be drawn, or -1
   * @returns the results, and how many of them to draw now. The list is the same object while nothing has
   *   changed. An effect that draws runs again for the rest
   */
  find(
    list: ResultList,
    query: string,
    active: number,
  ): { readonly results: readonly Provider[]; readonly count: number };
  /** The query has changed: starts with the first portion again. */
  restart(query: string): void;
  /** Puts a text into the live region at once. */
  announce(text: string): void;
  close(): void;
}

/**
 * Options per task, so that no task is long. The first option costs most, because the browser finds fonts
 * and compiles code for it (measured in Chromium 156). The second portion, and a search, has more options
 * than fit the screen. The rest follows in portions.
 */
const first = 1;
const seen = 12;
const portion = 40;
const announceAfterMs = 500;

/**
 * @param language - the texts of the live region
 * @returns results, whose `close` must be called
 */
export function createResults(language: ReadonlySignal<Messages>): Results {
  const status = signal('');
  const limit = signal(first);
  let known: readonly Provider[] | undefined;
  let search: ProviderSearch;
  let searched: string | undefined;
  let results: readonly Provider[] = [];
  let growing: ReturnType<typeof setTimeout> | undefined;
  let announcing: ReturnType<typeof setTimeout> | undefined;
  const grow = () => {
    limit.value += limit.value < seen ? seen : portion;
    search.prepare(limit.value);
  };
  return {
    status,
    find({ providers, isAhead }, query, active) {
      if (known !== providers) {
        known = providers;
        search = createSearch([...providers].sort((a, b) => rank(b) - rank(a)));
        searched = undefined;
      }
      if (searched !== query) results = search.find(query);
      searched = query;
      limit.value = Math.max(limit.value, active + 1);
      clearTimeout(growing);
      const mayGrow = !isAhead || limit.value < seen;
      if (mayGrow && results.length > limit.value) growing = setTimeout(grow);
      return { results, count: Math.min(results.length, limit.value) };
    },
    restart(query) {
      limit.value = seen;
      clearTimeout(announcing);
      announcing = setTimeout(() => {
        const messages = language.peek();
        const { length } = results;
        status.value = length ? messages.results(length) : messages.noResult(query)[0];
      }, announceAfterMs);
    },
    announce(text) {
      clearTimeout(announcing);
      status.value = text;
    },
    close() {
      clearTimeout(growing);
      clearTimeout(announcing);
    },
  };
}

function rank({ status, popular }: Provider): number {
  return status === 'available' ? +popular : -1;
}
