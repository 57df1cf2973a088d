import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';
import { drawSelector } from './provider-selector.tsx';
import { createSearch, type ProviderSearch } from './search.ts';

/** What a selector needs. */
export interface SelectorOptions {
  readonly messages: Messages;
  /** Called with the id of an available provider. */
  readonly onSelect: (providerId: string) => void;
  /** "My provider isn't listed"; not offered without it. */
  readonly onNotListed?: () => void;
}

/** What a selector shows at a time. */
interface SelectorData {
  readonly providers: readonly Provider[];
  /** The provider being opened, or null; nothing can be picked meanwhile. */
  readonly busyId: string | null;
}

/** A selector's state: what was typed, and which option Enter would pick. */
export interface Selector {
  /** For a polite live region: the number of results, once typing has paused. */
  readonly status: ReadonlySignal<string>;
  /**
   * @param data - what to show
   * @param wait - what the option of the provider being opened says
   */
  draw(data: SelectorData, wait: string): JSX.Element;
  /** Takes the keys of everything around the selector, so that typing anywhere searches. */
  handleKey(event: KeyboardEvent): void;
  /** Empties the search; false when it was empty. */
  clear(): boolean;
  close(): void;
}

const announceAfterMs = 500;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 7,
  PageUp: -7,
  Home: -9999,
  End: 9999,
};

/**
 * @param options - see `SelectorOptions`
 * @returns the selector, whose `close` must be called
 */
export function createSelector({ messages, onSelect, onNotListed }: SelectorOptions): Selector {
  const query = signal('');
  const active = signal(-1);
  const status = signal('');
  let known: readonly Provider[] | undefined;
  let search: ProviderSearch;
  let results: readonly Provider[];
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setQuery = (text: string) => {
    query.value = text;
    // Enter picks the best match; with nothing typed it must not pick anything.
    active.value = text.trim() ? 0 : -1;
    clearTimeout(timer);
    timer = setTimeout(() => {
      status.value = results.length ? messages.results(results.length) : messages.noResult(text);
    }, announceAfterMs);
  };
  const select = (provider: Provider | undefined) => {
    if (provider?.status === 'available' && !isBusy) onSelect(provider.id);
  };

  return {
    status,
    draw({ providers, busyId }, wait) {
      if (known !== providers) {
        known = providers;
        search = createSearch([...providers].sort((a, b) => +b.popular - +a.popular));
      }
      results = search(query.value);
      isBusy = busyId !== null;
      const shown = { results, busyId, wait, query, active };
      return drawSelector({ ...shown, messages, setQuery, select, onNotListed });
    },
    handleKey(event) {
      const { key, currentTarget, target } = event;
      if (!(currentTarget instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const input = currentTarget.querySelector('input');
      if (target !== input) {
        // Moved before the browser has typed the key, which then lands in the input.
        if (key.length === 1 && key !== ' ') input?.focus();
        return;
      }
      const step = steps[key];
      // An input method uses Enter to accept what it suggests.
      if (key === 'Enter' && !event.isComposing) select(results[active.value]);
      if (!step || event.shiftKey) return;
      event.preventDefault();
      active.value = Math.max(0, Math.min(results.length - 1, active.value + step));
      currentTarget.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    },
    clear() {
      const hadText = query.value !== '';
      setQuery('');
      return hadText;
    },
    close: () => clearTimeout(timer),
  };
}
