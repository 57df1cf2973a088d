import type { ConsentText } from 'tax-connect/providers';
import type { PageText } from './en.ts';

/**
 * @param text - the texts of a language
 * @param own - the operator's texts in this language, if any
 * @returns the texts, in which the operator's replace those for consent
 */
export function replaceConsent(text: PageText, own: ConsentText | undefined): PageText {
  if (!own) return text;
  const { title, what, howLongDays, revokeBefore, ...plain } = own;
  const consent = { ...text.consent, ...plain, what: { ...text.consent.what, ...what } };
  if (title !== undefined) {
    consent.title = (application, provider) => fillIn(title, { application, provider });
  }
  if (howLongDays !== undefined) consent.howLongDays = (days) => fillIn(howLongDays, { days });
  if (revokeBefore !== undefined) {
    consent.revokeBefore = (application) => fillIn(revokeBefore, { application });
  }
  return { ...text, consent };
}

/** Fills in names in a single pass, so that a name that looks like a placeholder is not replaced. */
function fillIn(text: string, names: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
}
