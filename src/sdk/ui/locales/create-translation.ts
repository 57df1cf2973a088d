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
  // It has the shape of the English texts, part by part.
  return translate({ lines, lang }, english) as Messages;
}

/** The source: the unread lines, and the language's tag. */
interface Source {
  readonly lines: string[];
  readonly lang: string;
}

/** `like` is what English has in a place. */
function translate(source: Source, like: unknown): unknown {
  if (typeof like === 'function') {
    const result = translate(source, like('#'));
    return (value: unknown) => fill(result, value, source.lang);
  }
  if (Array.isArray(like)) return like.map((part) => translate(source, part));
  if (typeof like === 'object') {
    const entries = Object.entries(like ?? {});
    return Object.fromEntries(entries.map(([key, part]) => [key, translate(source, part)]));
  }
  const text = source.lines.shift();
  if (text === undefined) throw new Error('This language is of another version.');
  return text;
}

function fill(text: unknown, value: unknown, lang: string): unknown {
  if (Array.isArray(text)) return text.map((part) => fill(part, value, lang));
  if (typeof text === 'object') {
    const entries = Object.entries(text ?? {});
    return Object.fromEntries(entries.map(([key, part]) => [key, fill(part, value, lang)]));
  }
  const chosen = typeof value === 'number' ? chooseForm(`${text}`, value, lang) : `${text}`;
  return chosen.replace('#', () => `${value}`);
}

/** From `one=# result|other=# results`. */
function chooseForm(packed: string, count: number, lang: string): string {
  const forms = Object.fromEntries(packed.split('|').map((form) => form.split('=')));
  return forms[new Intl.PluralRules(lang).select(count)] ?? forms.other;
}
