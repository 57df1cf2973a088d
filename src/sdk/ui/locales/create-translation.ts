import type { Messages } from './messages.ts';

/** Forms by plural category. `other` is also used for missing categories. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The source of a language, with separate plural forms. A missing text fails the build. */
export type Texts = Omit<Messages, 'results'> & { readonly results: Plural };

/**
 * @param english - the required texts
 * @param packed - the texts in the order of the English ones, one on each line. Their names are left out, because
 *   they are a third of the file
 * @returns the language
 * @throws Error when a text is missing, as in a file of another version
 */
export function createTranslation(english: Messages, packed: string): Messages {
  const lines = packed.split('\n');
  // JSON visits the texts in their order.
  return JSON.parse(JSON.stringify(english), (_, part: unknown) => {
    if (typeof part !== 'string') return part;
    const line = lines.shift();
    if (line === undefined) throw new Error('another version');
    return line;
  });
}
