import { packTexts } from '../../../src/build/pack-texts.ts';
import { texts as ar } from '../../../src/sdk/ui/locales/ar.ts';
import type { Texts } from '../../../src/sdk/ui/locales/create-translation.ts';
import { en } from '../../../src/sdk/ui/locales/en.ts';
import { texts as ko } from '../../../src/sdk/ui/locales/ko.ts';
import type { LocaleFile } from '../../../src/sdk/ui/locales/locale-files.ts';

/** Replaces `src/sdk/ui/locales/locale-files.ts`, which is empty until the SDK is built. */
export const localeFiles: Readonly<Record<string, LocaleFile>> = {
  ar: createFile(ar),
  ko: createFile(ko),
};

/** The address contains the texts. Browsers and Node can fetch such an address. */
function createFile(texts: Texts): LocaleFile {
  const json = JSON.stringify(packTexts(en, texts).join('\n'));
  const address = `data:application/json,${encodeURIComponent(json)}`;
  return { integrity: '', locate: () => new URL(address) };
}
