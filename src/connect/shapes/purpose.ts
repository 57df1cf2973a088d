import * as v from 'valibot';

const sentence = v.pipe(v.string(), v.trim());

/** The purpose of an application: one sentence, or one by language, with `default` for all other languages. */
export const purposeShape = v.union(
  [sentence, v.objectWithRest({ default: sentence }, sentence)],
  'must be a sentence, or an object of sentences by language with one as "default"',
);

/** A purpose as the application states it. */
export type Purpose = v.InferOutput<typeof purposeShape>;

/**
 * @param locale - the language of the text around it; null when it is not known
 * @returns the sentence to show, and its language, which is null for a sentence that suits every language
 */
export function choosePurpose(purpose: Purpose | null, locale: string | null) {
  if (purpose === null || typeof purpose === 'string') return { text: purpose, lang: null };
  const own = locale === null ? undefined : purpose[locale];
  return own === undefined ? { text: purpose.default, lang: null } : { text: own, lang: locale };
}
