import { packTexts } from '../../../src/build/pack-texts.ts';
import { texts as ar } from '../../../src/sdk/ui/locales/ar.ts';
import type { Texts } from '../../../src/sdk/ui/locales/create-translation.ts';
import { en } from '../../../src/sdk/ui/locales/en.ts';
import { texts as ko } from '../../../src/sdk/ui/locales/ko.ts';
import type { LoadLanguage } from '../../../src/sdk/ui/locales/locale-files.ts';

/** Replaces `src/sdk/ui/locales/locale-files.ts`, which is empty until the SDK is built. */
export const localeFiles: Readonly<Record<string, LoadLanguage>> = {
  ar: createFile(ar),
  ko: createFile(ko),
};

function createFile(texts: Texts): LoadLanguage {
  return async () => ({ default: packTexts(en, texts).join('\n') });
}
