import type { ReadonlySignal } from '@preact/signals-core';
import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import { drawSelector } from './draw-selector.tsx';
import type { Messages } from './locales/messages.ts';
import { createOptionBlocks } from './option-blocks.tsx';
import { createQuery } from './query.ts';
import { createResults } from './results.ts';

/** What a selector needs. */
export interface SelectorOptions {
  /** What it is drawn into. */
  readonly root: ShadowRoot;
  readonly language: ReadonlySignal<Messages>;
  /** Called with the id of an available provider. */
  readonly onSelect: (providerId: string) => void;
  /** Called when the user says that their provider is missing. */
  readonly onUnlisted?: (() => void) | undefined;
  /** Ends it all; Close is not offered without it. */
  readonly onClose?: () => void;
}

/** What a selector shows at a time. */
interface SelectorData {
  readonly providers: readonly Provider[];
  /** The provider being opened, or null; nothing can be picked meanwhile. */
  readonly busyId: string | null;
  /** Drawn before it is seen: no more than fits the screen. */
  readonly isAhead?: boolean;
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
export function createSelector({
  root,
  language,
  onSelect,
  onUnlisted,
  onClose,
}: SelectorOptions): Selector {
  const found = createResults(language);
  const query = createQuery(root, found.restart, onUnlisted);
  const { active } = query;
  let results: readonly Provider[] = [];
  let isBusy = false;

  const select = (provider: Provider | undefined) => {
    if (provider?.status === 'available' && !isBusy) onSelect(provider.id);
  };
  const drawBlocks = createOptionBlocks(language, select);

  return {
    status: found.status,
    draw(data, wait) {
      const { providers, busyId } = data;
      isBusy = busyId !== null;
      const shown = found.find(data, query.text.value, active.value);
      ({ results } = shown);
      const state = { results, busyId, wait, active: active.value };
      return drawSelector({
        ...shown,
        messages: language.value,
        query,
        isEmpty: !providers.length,
        onClose,
        drawOptions: (from, to) => drawBlocks(state, from, to),
      });
    },
    handleKey(event) {
      const input = root.querySelector('input');
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target !== input) {
        // The browser types a key after `keydown`, into what has the focus then: here the input.
        // https://w3c.github.io/uievents/#event-type-keydown
        if (/^\S$/u.test(event.key)) input?.focus();
        return;
      }
      const step = steps[event.key];
      // An input method uses Enter to accept what it suggests.
      if (event.key === 'Enter' && !event.isComposing) select(results[active.value]);
      if (!step || event.shiftKey) return;
      event.preventDefault();
      active.value = Math.max(0, Math.min(results.length - 1, active.value + step));
      root.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    },
    clear: query.clear,
    close: found.close,
  };
}
