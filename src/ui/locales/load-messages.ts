import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Texts } from './create-translation.ts';
import { en } from './en.ts';
import { matchLocale } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** The languages that are loaded on demand. Each is a file of its own; the build names them so. */
const loaders: Readonly<Record<string, () => Promise<{ readonly texts: Texts | string }>>> = {
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  'pt-BR': () => import('./pt-br.ts'),
  'zh-Hans': () => import('./zh-hans.ts'),
  vi: () => import('./vi.ts'),
  ko: () => import('./ko.ts'),
  tl: () => import('./tl.ts'),
  ar: () => import('./ar.ts'),
  'en-XA': () => import('./en-xa.ts'),
};

const loaded: { [tag: string]: Signal<Messages> } = Object.create(null);

/**
 * Finds the language to speak: the wanted one, else the browser's first that there is, else English.
 * Nobody waits for it: until it has arrived, and for good if it never does, the texts are English.
 *
 * @param locale - BCP 47 tag that the host asked for
 * @returns the texts; a second call with the same language gets the same signal
 */
export function loadMessages(locale?: string): ReadonlySignal<Messages> {
  const tags = ['en', ...Object.keys(loaders)];
  const tag = matchLocale([locale, ...navigator.languages], tags);
  loaded[tag] ??= loadLanguage(tag);
  return loaded[tag];
}

function loadLanguage(tag: string): Signal<Messages> {
  const messages = signal(en);
  const load = loaders[tag];
  if (load) {
    // Side by side; what the languages have in common is not part of the first download either.
    Promise.all([load(), import('./create-translation.ts')])
      .then(([{ texts }, { createTranslation }]) => {
        messages.value = createTranslation(en, texts);
      })
      // Blocked, offline or of another version: English will do, and the next session tries again.
      .catch(() => delete loaded[tag]);
  }
  return messages;
}
