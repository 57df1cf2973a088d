import type { Messages } from './messages.ts';

/** By category; `other` also stands in for the categories that are not there. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The source of a language, which has its plural forms one by one. A missing text fails the build. */
export type Texts = Omit<Messages, 'results'> & { readonly results: Plural };

/**
 * @param english - the texts that have to be there
 * @param packed - the language as the build packs it: its texts in the order of the English ones, each
 *   on a line of its own, without their names, which are a third of the whole
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
