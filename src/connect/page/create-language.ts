/// <reference path="../../texts/modules.d.ts" />
import { type ReadonlySignal, signal } from '@preact/signals';
import { matchLocale } from 'tax-connect/page';
import type { ConsentText } from 'tax-connect/providers';
import { texts as english } from '../../texts/en.json?page';
import { keyByTag, type PageTexts } from '../../texts/surfaces.ts';

/** English is not among them, because it is part of the page's script. */
const loaders = keyByTag(
  import.meta.glob<PageTexts>(['../../texts/*.json', '!../../texts/en.json'], {
    query: '?page',
    import: 'texts',
  }),
);

/** Lists the browser's languages; none where a privacy extension hides them. */
export const readLanguages = (): readonly string[] => navigator.languages ?? [];

export type Language = ReturnType<typeof createLanguage>;

/** @param consentTexts - the operator's texts for the consent screen, by language */
export function createLanguage(consentTexts: Readonly<Partial<Record<string, ConsentText>>> = {}) {
  const text = signal(replaceConsent(english, consentTexts.en));
  let chosen = 'en';
  let first = chosen;
  return {
    /** English until another language has loaded. */
    text: text as ReadonlySignal<PageTexts>,
    /** @returns the tag that `speak` got first in its list, even if the page has no texts in that language */
    readWanted: () => first,
    /** Chooses by the order of preference. If the file cannot be loaded, the language does not change. */
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
          // The page keeps its present language, and a later call tries again.
          if (tag === chosen) chosen = text.peek().lang;
        },
      );
    },
  };
}

function replaceConsent(text: PageTexts, own: ConsentText | undefined): PageTexts {
  if (!own) return text;
  const what = { ...text.consent.what, ...own.what };
  return { ...text, consent: { ...text.consent, ...own, what } };
}
