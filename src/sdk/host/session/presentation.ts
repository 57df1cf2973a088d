import type { ReadonlySignal } from '@preact/signals-core';
import type { ModalTexts } from '../../../texts/surfaces.ts';
import { loadMessages } from '../../ui/locales/load-messages.ts';
import type { OpenOptions } from '../api.ts';
import { readLocale } from './locale.ts';
import { followTheme } from './theme.ts';

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
