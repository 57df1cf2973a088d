import { type ReadonlySignal, signal } from '@preact/signals';
import { matchLocale } from 'tax-connect/page';
import type { ConsentText } from 'tax-connect/providers';
import { en, type PageText } from './en.ts';
import { replaceConsent } from './replace-consent.ts';

/** The languages that are loaded on demand. */
const loaders: Readonly<Record<string, () => Promise<{ readonly text: PageText }>>> = {
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

/** The page's language and its texts. */
export interface Language {
  /** English until another language has loaded. */
  readonly text: ReadonlySignal<PageText>;
  /**
   * Chooses a language and loads it in the background. If loading fails, the language does not change.
   *
   * @param wanted - BCP 47 tags in the order of preference
   */
  speak(wanted: readonly string[]): void;
  /** @returns the first wanted tag, even if that language is not available */
  readWanted(): string;
}

/**
 * @param consentTexts - the operator's texts for the consent screen, by language
 * @returns a page whose texts are English at first
 */
export function createLanguage(
  consentTexts: Readonly<Partial<Record<string, ConsentText>>> = {},
): Language {
  const text = signal(replaceConsent(en, consentTexts.en));
  let chosen = 'en';
  let first = chosen;
  return {
    text,
    readWanted: () => first,
    speak(wanted) {
      first = wanted[0] ?? first;
      const tag = matchLocale(wanted, ['en', ...Object.keys(loaders)]);
      if (tag === chosen) return;
      chosen = tag;
      const load = loaders[tag] ?? (() => Promise.resolve({ text: en }));
      load().then(
        (loaded) => {
          // Another language may have been chosen meanwhile.
          if (tag === chosen) text.value = replaceConsent(loaded.text, consentTexts[tag]);
        },
        () => {
          // The browser is offline, or the file is blocked. The page stays readable, and a later call tries again.
          if (tag === chosen) chosen = text.peek().languageTag;
        },
      );
    },
  };
}
