import type { Messages } from './messages.ts';

/** By category; `other` also stands in for the categories that are not there. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * The source of a language. Where English has a function, there is what it returns, with `#` for what
 * it is given. A missing text fails the build.
 */
export type Texts = {
  readonly [Key in keyof Messages]: Messages[Key] extends (count: number) => string
    ? Plural
    : Messages[Key] extends (name: string) => infer Result
      ? Result
      : Messages[Key];
};

/**
 * @param english - the texts that have to be there
 * @param packed - the language as the build packs it: its texts in the order of the English ones, each
 *   on a line of its own, without their names, which are a third of the whole
 * @returns the language
 * @throws Error when a text is missing, as in a file of another version
 */
export function createTranslation(english: Messages, packed: string): Messages {
  const lines = packed.split('\n');
  const [lang = ''] = lines;
  const translate = (like: unknown): unknown =>
    mapTexts(like, (text) => {
      if (typeof text !== 'function') return readLine(lines);
      const result = translate(text('#'));
      return (value: unknown) => mapTexts(result, (part) => fill(`${part}`, value, lang));
    });
  // It has the shape of the English texts, part by part.
  return translate(english) as Messages;
}

/** Copies texts and groups of texts. @param change - gets each text, or the function that returns texts */
function mapTexts(value: unknown, change: (text: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  if (typeof value !== 'object') return change(value);
  const entries = Object.entries(value ?? {});
  return Object.fromEntries(entries.map(([key, part]) => [key, mapTexts(part, change)]));
}

function readLine(lines: string[]): string {
  const line = lines.shift();
  if (line === undefined) throw new Error('This language is of another version.');
  return line;
}

function fill(text: string, value: unknown, lang: string): string {
  const chosen = typeof value === 'number' ? chooseForm(text, value, lang) : text;
  return chosen.replace('#', () => `${value}`);
}

/** From `one=# result|other=# results`. */
function chooseForm(packed: string, count: number, lang: string): string {
  const forms = Object.fromEntries(packed.split('|').map((form) => form.split('=')));
  return forms[new Intl.PluralRules(lang).select(count)] ?? forms.other;
}
