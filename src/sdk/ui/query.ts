import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';

/** What the user has typed into a selector, and the result that it leads to. */
export interface Query {
  readonly text: ReadonlySignal<string>;
  /** Index of the result that Enter picks, or -1. */
  readonly active: Signal<number>;
  /** Whether "My provider isn't listed" was pressed. */
  readonly isUnlisted: ReadonlySignal<boolean>;
  set(text: string): void;
  /** Empties the search. @returns false when it was empty */
  clear(): boolean;
  showUnlisted(): void;
}

/**
 * @param root - what the selector is drawn into
 * @param onChange - told each new text
 * @param onUnlisted - told when "My provider isn't listed" is pressed, not what was typed
 * @returns an empty query
 */
export function createQuery(
  root: ShadowRoot,
  onChange: (text: string) => void,
  onUnlisted: (() => void) | undefined,
): Query {
  const text = signal('');
  const active = signal(-1);
  const isUnlisted = signal(false);
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const set = (typed: string) => {
    // The best match is at the top, wherever the list was scrolled to. Before anything is drawn, or
    // the browser would have to lay it out at once.
    find('#list')?.scrollTo(0, 0);
    batch(() => {
      text.value = typed;
      isUnlisted.value = false;
      // Enter picks the best match; with nothing typed it must not pick anything.
      active.value = typed.trim() ? 0 : -1;
      onChange(typed);
    });
  };
  return {
    text,
    active,
    isUnlisted,
    set,
    clear() {
      const hadText = text.value !== '';
      // Before the button that was pressed goes away with the focus.
      find('input')?.focus();
      set('');
      return hadText;
    },
    showUnlisted() {
      isUnlisted.value = true;
      find('h3')?.focus();
      onUnlisted?.();
    },
  };
}
