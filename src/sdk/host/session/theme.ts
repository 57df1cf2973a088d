import { type ReadonlySignal, signal } from '@preact/signals-core';

/** A theme that follows the system, and a function that stops following. */
export interface FollowedTheme {
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  close(): void;
}

/** The themes `auto` and undefined follow the user's system, so that the result may change. */
export function followTheme(wanted: 'auto' | 'light' | 'dark' = 'auto'): FollowedTheme {
  // A DOM without layout, such as jsdom, has no `matchMedia`.
  const query =
    wanted === 'auto' ? globalThis.matchMedia?.('(prefers-color-scheme: dark)') : undefined;
  const read = () => ((query?.matches ?? wanted === 'dark') ? 'dark' : 'light');
  const theme = signal<'light' | 'dark'>(read());
  const update = () => {
    theme.value = read();
  };
  query?.addEventListener('change', update);
  return { theme, close: () => query?.removeEventListener('change', update) };
}
