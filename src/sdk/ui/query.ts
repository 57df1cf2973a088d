import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';

/** The user's input in a selector, and the active result. */
export interface Query {
  readonly text: ReadonlySignal<string>;
  /** Index of the result that Enter picks, or -1. */
  readonly active: Signal<number>;
  /** True after "My provider isn't listed" was pressed. */
  readonly isUnlisted: ReadonlySignal<boolean>;
  set(text: string): void;
  /** Empties the search. @returns false when it was empty */
  clear(): boolean;
  showUnlisted(): void;
}

/**
 * @param root - the shadow root of the selector
 * @param onChange - called with each new text
 * @param onUnlisted - called when "My provider isn't listed" is pressed; it does not get the search text
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
    // Scrolls to the top, where the best match is. It happens before drawing; afterwards, the browser would
    // have to compute the layout at once.
    find('#list')?.scrollTo(0, 0);
    batch(() => {
      text.value = typed;
      isUnlisted.value = false;
      // Enter picks the best match. Without a query, it must not pick anything.
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
      // Before the pressed button is removed, which would lose the focus.
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
