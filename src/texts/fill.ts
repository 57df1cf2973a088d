/**
 * The forms of a text that depends on a number, by the plural category of that number.
 *
 * @see https://cldr.unicode.org/index/cldr-spec/plural-rules
 */
export interface Forms extends Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  /** The placeholder whose number chooses the form. */
  readonly by: string;
  /** The form for the category `other`, and for each plural category that has no form. */
  readonly other: string;
}

/**
 * Replaces placeholders such as `{application}` in a single pass, so that a value that looks like a placeholder stays
 * as it is. A value with Hebrew or Arabic letters is isolated, so that it does not change the order of the words around
 * it.
 *
 * @param values - the texts to insert, by the name of the placeholder
 * @see https://www.w3.org/International/questions/qa-bidi-unicode-controls
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    isolate(values[name] ?? placeholder),
  );
}

/** Keeps a value with Hebrew or Arabic letters from changing the order of the words around it. */
export function isolate(value: string): string {
  return /[\u0590-\u08ff]/.test(value) ? `\u2068${value}\u2069` : value;
}

/**
 * @param numbers - the numbers to insert, by the name of the placeholder
 * @param lang - BCP 47 tag of the language
 * @returns the plural form of the text for the numbers, with the numbers inserted
 */
export function fillCount(
  forms: Forms,
  numbers: Readonly<Record<string, number>>,
  lang: string,
): string {
  const category = new Intl.PluralRules(lang).select(numbers[forms.by] ?? 0);
  const values = Object.entries(numbers).map(([name, value]) => [name, formatNumber(value, lang)]);
  return fill(forms[category] ?? forms.other, Object.fromEntries(values));
}

/**
 * @returns the number in the language's format, but with the digits 0 to 9, as in codes and in the names of tax forms
 */
function formatNumber(value: number, lang: string): string {
  return new Intl.NumberFormat(lang, { numberingSystem: 'latn' }).format(value);
}

/**
 * Splits a text at a placeholder whose value is an element.
 *
 * @returns the text before it, and the text after it
 */
export function splitText(
  text: string,
  placeholder: string,
): readonly [before: string, after: string] {
  const [before = '', after = ''] = text.split(`{${placeholder}}`);
  return [before, after];
}
