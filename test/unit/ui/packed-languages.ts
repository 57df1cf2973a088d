import type { LoadLanguage, PackedTexts } from '../../../src/sdk/ui/locales/locale-files.ts';
import { texts as ar } from '../../../src/texts/ar.json?modal';
import { texts as ko } from '../../../src/texts/ko.json?modal';
import type { ModalTexts } from '../../../src/texts/surfaces.ts';

declare const __TAX_CONNECT_VERSION__: string;

/** The file of a language, as the build writes it. */
export function packTexts(texts: ModalTexts): PackedTexts {
  return { version: __TAX_CONNECT_VERSION__, ...texts };
}

/** Replaces `src/sdk/ui/locales/locale-files.ts`, which is empty until the SDK is built. */
export const localeFiles: Readonly<Record<string, LoadLanguage>> = {
  ar: async () => ({ default: packTexts(ar) }),
  ko: async () => ({ default: packTexts(ko) }),
};
