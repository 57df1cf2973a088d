import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ModalTexts } from '../../../texts/surfaces.ts';
import { loadMessages } from '../../ui/locales/load-messages.ts';
import type { OpenOptions } from '../api.ts';

/** How the modal and its page are shown. */
export interface Presentation {
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  /** The host's choice of language; undefined when its tag is invalid. */
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

/**
 * Reads the language that a host asks for, in the notation of BCP 47. Servers write `en_US` where BCP 47 writes
 * `en-US`. Returns undefined for an invalid value.
 */
function readLocale(locale: unknown): string | undefined {
  try {
    // `Intl` would take 1 ms to refuse a missing locale.
    return locale ? `${new Intl.Locale(`${locale}`.replaceAll('_', '-'))}` : undefined;
  } catch {
    return undefined;
  }
}

/** The themes `auto` and undefined follow the user's system, so that the result may change. */
export function followTheme(wanted: 'auto' | 'light' | 'dark' = 'auto') {
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
