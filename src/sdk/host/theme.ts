import { type ReadonlySignal, signal } from '@preact/signals-core';

/** A theme that follows the system, and a function that stops it. */
export interface FollowedTheme {
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  close(): void;
}

/**
 * @param wanted - the host's choice; `auto` and undefined follow the user's system
 * @returns the current theme, which may change
 */
export function followTheme(wanted: 'auto' | 'light' | 'dark' = 'auto'): FollowedTheme {
  // A DOM without layout, such as jsdom, has no `matchMedia`.
  if (wanted !== 'auto' || !globalThis.matchMedia) {
    return { theme: signal(wanted === 'dark' ? 'dark' : 'light'), close() {} };
  }
  const query = matchMedia('(prefers-color-scheme: dark)');
  const theme = signal<'light' | 'dark'>('light');
  const update = () => {
    theme.value = query.matches ? 'dark' : 'light';
  };
  update();
  query.addEventListener('change', update);
  return { theme, close: () => query.removeEventListener('change', update) };
}
