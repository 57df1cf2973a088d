import { changeTexts } from './change-texts.ts';
import { en, type PageText } from './en.ts';

/** The pseudo-language for visual checks and tests. Only a request for `en-XA` gets it. */
export const text = {
  ...(changeTexts(en) as PageText),
  languageTag: 'en-XA',
  direction: en.direction,
};
