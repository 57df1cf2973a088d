import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ModalTexts } from '../../../texts/surfaces.ts';
import { loadMessages } from '../../ui/locales/load-messages.ts';
import type { OpenOptions } from '../api.ts';

export interface Presentation {
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  /** The host's `locale` as a BCP 47 tag; undefined when it is missing or invalid. */
  readonly locale: string | undefined;
  /** The modal's texts. They are English until the language has loaded. */
  readonly language: ReadonlySignal<ModalTexts>;
}

/** Reads the host's choices, and starts to load the language. `close` stops following the system's theme. */
export function createPresentation(
  settings: Pick<OpenOptions, 'appearance' | 'locale'>,
): Presentation & { close(): void } {
  const locale = readLocale(settings.locale);
  const language = loadMessages(locale);
  return { ...followTheme(settings.appearance?.theme), locale, language };
}

/** @returns the host's `locale` as a BCP 47 tag, also for `en_US`; undefined for a missing or invalid value */
function readLocale(locale: unknown): string | undefined {
  try {
    // A missing locale is tested first, because `Intl` would take 1 ms to refuse it.
    return locale ? `${new Intl.Locale(`${locale}`.replaceAll('_', '-'))}` : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the signal of the theme. For `auto` and undefined, it follows the user's system setting and may change. */
function followTheme(wanted: 'auto' | 'light' | 'dark' = 'auto') {
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
