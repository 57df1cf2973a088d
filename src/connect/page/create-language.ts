/// <reference path="../../texts/modules.d.ts" />
import { type ReadonlySignal, signal } from '@preact/signals';
import { matchLocale } from 'tax-connect/page';
import type { ConsentText } from 'tax-connect/providers';
import { texts as english } from '../../texts/en.json?page';
import { keyByTag, type PageTexts } from '../../texts/surfaces.ts';

/**
 * Loads the texts of each language except English, by language tag. The English texts are part of the page's script.
 */
const loaders = keyByTag(
  import.meta.glob<PageTexts>(['../../texts/*.json', '!../../texts/en.json'], {
    query: '?page',
    import: 'texts',
  }),
);

export type Language = ReturnType<typeof createLanguage>;

/**
 * @param consentTexts - the operator's texts for the consent screen, by language
 * @returns the page's texts, which are English at first, and a function that changes their language
 */
export function createLanguage(consentTexts: Readonly<Partial<Record<string, ConsentText>>> = {}) {
  const text = signal(replaceConsent(english, consentTexts.en));
  let chosen = 'en';
  let first = chosen;
  return {
    /** The current texts. They are English until another language has loaded. */
    text: text as ReadonlySignal<PageTexts>,
    /** @returns the tag that `speak` got first in its list, even if the page has no texts in that language */
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
          // While this language was loading, the page may have chosen another.
          if (tag === chosen) text.value = replaceConsent(loaded, consentTexts[tag]);
        },
        () => {
          // The browser is offline, or the file is blocked. The page keeps its present language, and a later call tries
          // again.
          if (tag === chosen) chosen = text.peek().lang;
        },
      );
    },
  };
}

/** Replaces those texts of the consent screen for which the operator has written others. */
function replaceConsent(text: PageTexts, own: ConsentText | undefined): PageTexts {
  if (!own) return text;
  const what = { ...text.consent.what, ...own.what };
  return { ...text, consent: { ...text.consent, ...own, what } };
}
