/**
 * @param text - contains `#` for the value
 * @returns the text with the value
 */
export function fillText(text: string, value: string): string {
  return text.replace('#', () => value);
}

/**
 * @param forms - by plural category, such as `one=# result|other=# results`. `other` is also used for missing
 *   categories
 * @param lang - BCP 47 tag of the language
 * @returns the form for the count
 */
export function fillCount(forms: string, count: number, lang: string): string {
  const byCategory = Object.fromEntries(forms.split('|').map((form) => form.split('=')));
  const category = new Intl.PluralRules(lang).select(count);
  return fillText(byCategory[category] ?? byCategory.other, `${count}`);
}
