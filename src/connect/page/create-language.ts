/// <reference path="../../texts/modules.d.ts" />
import { type ReadonlySignal, signal } from '@preact/signals';
import { matchLocale } from 'tax-connect/page';
import type { ConsentText } from 'tax-connect/providers';
import { texts as english } from '../../texts/en.json?page';
import { keyByTag, type PageTexts } from '../../texts/surfaces.ts';

/** The languages that are loaded on demand. */
const loaders = keyByTag(
  import.meta.glob<PageTexts>(['../../texts/*.json', '!../../texts/en.json'], {
    query: '?page',
    import: 'texts',
  }),
);

/** The page's language and its texts. */
export type Language = ReturnType<typeof createLanguage>;

/**
 * @param consentTexts - the operator's texts for the consent screen, by language
 * @returns a page whose texts are English at first
 */
export function createLanguage(consentTexts: Readonly<Partial<Record<string, ConsentText>>> = {}) {
  const text = signal(replaceConsent(english, consentTexts.en));
  let chosen = 'en';
  let first = chosen;
  return {
    /** English until another language has loaded. */
    text: text as ReadonlySignal<PageTexts>,
    /** @returns the first wanted tag, even if that language is not available */
    readWanted: () => first,
    /**
     * Chooses a language and loads it in the background. If loading fails, the language does not change.
     *
     * @param wanted - BCP 47 tags in the order of preference
     */
    speak(wanted: readonly string[]) {
      first = wanted[0] ?? first;
      const tag = matchLocale(wanted, ['en', ...Object.keys(loaders)]);
      if (tag === chosen) return;
      chosen = tag;
      const load = loaders[tag] ?? (() => Promise.resolve(english));
      load().then(
        (loaded) => {
          // Another language may have been chosen meanwhile.
          if (tag === chosen) text.value = replaceConsent(loaded, consentTexts[tag]);
        },
        () => {
          // The browser is offline, or the file is blocked. The page stays readable, and a later call tries again.
          if (tag === chosen) chosen = text.peek().lang;
        },
      );
    },
  };
}

/** Replaces the texts of the consent screen for which the operator has others. */
function replaceConsent(text: PageTexts, own: ConsentText | undefined): PageTexts {
  if (!own) return text;
  const what = { ...text.consent.what, ...own.what };
  return { ...text, consent: { ...text.consent, ...own, what } };
}
