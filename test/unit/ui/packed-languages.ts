import { packTexts } from '../../../demo/support/pack-texts.ts';
import { texts as ar } from '../../../src/ui/locales/ar.ts';
import type { Texts } from '../../../src/ui/locales/create-translation.ts';
import { en } from '../../../src/ui/locales/en.ts';
import { texts as ko } from '../../../src/ui/locales/ko.ts';
import type { LocaleFile } from '../../../src/ui/locales/locale-files.ts';

/** In the place of `src/ui/locales/locale-files.ts`, which is empty until the SDK is built. */
export const localeFiles: Readonly<Record<string, LocaleFile>> = {
  ar: createFile(ar),
  ko: createFile(ko),
};

/** The texts are in the address: a browser has the `fetch` for that, and so has Node. */
function createFile(texts: Texts): LocaleFile {
  const json = JSON.stringify(packTexts(en, texts).join('\n'));
  const address = `data:application/json,${encodeURIComponent(json)}`;
  return { integrity: '', locate: () => new URL(address) };
}
