import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import { drawSelector } from './draw-selector.tsx';
import type { Messages } from './locales/messages.ts';
import { createOptionBlocks } from './option-blocks.tsx';
import { createQuery } from './query.ts';
import { createResults } from './results.ts';

/** The options of a selector. */
export interface SelectorOptions {
  /** The shadow root that it is drawn into. */
  readonly root: ShadowRoot;
  readonly language: ReadonlySignal<Messages>;
  /** The application's name, for advice. */
  readonly nameApplication: () => string;
  /** Called with the id of an available provider. */
  readonly onSelect: (providerId: string) => void;
  /** Called when the user reports that their provider is missing. */
  readonly onUnlisted?: (() => void) | undefined;
  /** Closes Connect. Without it, the Close button is hidden. */
  readonly onClose?: () => void;
}

/** The current data of a selector. */
interface SelectorData {
  readonly providers: readonly Provider[];
  /** The provider being opened, or null. Meanwhile, nothing can be picked. */
  readonly busyId: string | null;
  /** Drawn before it is visible: only as much as fits the screen. */
  readonly isAhead?: boolean;
}

/** The state of a selector: the search, and the option that Enter picks. */
export interface Selector {
  /** For a polite live region: the number of results, or why the pressed provider cannot be picked. */
  readonly status: ReadonlySignal<string>;
  /**
   * @param data - the data to show
   * @param wait - the text of the provider being opened
   */
  draw(data: SelectorData, wait: string): JSX.Element;
  /** Handles the keys of the surrounding elements, so that typing anywhere searches. */
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
  nameApplication,
  onSelect,
  onUnlisted,
  onClose,
}: SelectorOptions): Selector {
  const found = createResults(language);
  /** ID of the unavailable provider that was pressed last, or empty. Its option shows why. */
  const toldId = signal('');
  const query = createQuery(
    root,
    (text) => {
      if (toldId.value) found.announce('');
      toldId.value = '';
      found.restart(text);
    },
    onUnlisted,
  );
  const { active } = query;
  let results: readonly Provider[] = [];
  let isBusy = false;

  const select = (provider: Provider | undefined) => {
    if (!provider || isBusy) return;
    if (provider.status === 'available') onSelect(provider.id);
    else {
      active.value = results.indexOf(provider);
      toldId.value = provider.id;
      found.announce(`${provider.name}: ${provider.reason || language.value.unavailable}`);
    }
  };
  const drawBlocks = createOptionBlocks(language, select);

  return {
    status: found.status,
    draw(data, wait) {
      const { providers, busyId } = data;
      isBusy = busyId !== null;
      const shown = found.find(data, query.text.value, active.value);
      ({ results } = shown);
      const state = { results, busyId, wait, active: active.value, toldId: toldId.value };
      return drawSelector({
        ...shown,
        messages: language.value,
        nameApplication,
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
        // The browser types a key after `keydown` into the focused element, here the input.
        // https://w3c.github.io/uievents/#event-type-keydown
        if (/^\S$/u.test(event.key)) input?.focus();
        return;
      }
      const step = steps[event.key];
      // During composition, Enter accepts a suggestion of the input method.
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
