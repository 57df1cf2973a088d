import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ModalTexts } from '../../../texts/surfaces.ts';
import { loadMessages } from '../../ui/locales/load-messages.ts';
import type { OpenOptions } from '../api.ts';

export interface Presentation {
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  /** The host's `locale` as a BCP 47 tag; undefined when it is missing or invalid. */
  readonly locale: string | undefined;
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

function readLocale(locale: unknown): string | undefined {
  try {
    // A missing locale is tested first, because `Intl` would take 1 ms to refuse it.
    return locale ? `${new Intl.Locale(`${locale}`.replaceAll('_', '-'))}` : undefined;
  } catch {
    return undefined;
  }
}

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
