import { changeTexts } from '../change-texts.ts';
import { manage as en, type ManageText } from './en.ts';

/** The pseudo-language, as in the page's other texts. */
export const manage = changeTexts(en) as ManageText;
