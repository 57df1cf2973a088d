import * as v from 'valibot';

const sentence = v.pipe(v.string(), v.trim());

/** Why an application wants the data: one sentence, or one for each language, with `default` for all others. */
export const purposeShape = v.union(
  [sentence, v.objectWithRest({ default: sentence }, sentence)],
  'must be a sentence, or an object of sentences by language with one as "default"',
);

export type Purpose = v.InferOutput<typeof purposeShape>;

/** Chooses the sentence for the language of the text around it. `lang` is null if it serves every language. */
export function choosePurpose(purpose: Purpose | null, locale: string | null) {
  if (purpose === null || typeof purpose === 'string') return { text: purpose, lang: null };
  const own = locale === null ? undefined : purpose[locale];
  return own === undefined ? { text: purpose.default, lang: null } : { text: own, lang: locale };
}
