import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';
import { createSearch, type ProviderSearch } from './search.ts';

/** What is searched in. */
interface ResultList {
  readonly providers: readonly Provider[];
  readonly isAhead?: boolean;
}

/** What a search finds, handed out in portions. */
export interface Results {
  /** For a polite live region: how many there are, once typing has paused. */
  readonly status: ReadonlySignal<string>;
  /**
   * @param list - what to search in; `isAhead`: it is not shown yet, so only what fits the screen is drawn
   * @param query - as typed; empty finds all of them, the popular ones first, those that cannot be picked last
   * @param active - index of one that is to be drawn now, or -1
   * @returns the same list while nothing has changed, and how many of its options to draw now; an
   *   effect that draws runs again for the rest
   */
  find(
    list: ResultList,
    query: string,
    active: number,
  ): { readonly results: readonly Provider[]; readonly count: number };
  /** The query is another: begins with the first portion again. */
  restart(query: string): void;
  close(): void;
}

/**
 * Options per task, so that no task is long. The first option costs most: the browser finds fonts and
 * compiles code for it (measured in Chromium 156). Then, and at a search, come more options than fit
 * the screen. The rest follows in portions.
 */
const first = 1;
const seen = 12;
const portion = 40;
const announceAfterMs = 500;

/**
 * @param language - texts for the live region
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
    close() {
      clearTimeout(growing);
      clearTimeout(announcing);
    },
  };
}

function rank({ status, popular }: Provider): number {
  return status === 'available' ? +popular : -1;
}
