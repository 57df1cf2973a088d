import { changeTexts } from '../change-texts.ts';
import { manage as en, type ManageText } from './en.ts';

/** As the page's pseudo-language. */
export const manage = changeTexts(en) as ManageText;
