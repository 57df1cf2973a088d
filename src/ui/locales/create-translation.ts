import type { Messages } from './messages.ts';

/** By category; `other` also stands in for the categories that are not there. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * A language as data. Where English has a function, there is what it returns, with `#` for what it is
 * given. A missing text fails the build.
 */
export type Texts = {
  readonly [Key in keyof Messages]: Messages[Key] extends (count: number) => string
    ? Plural
    : Messages[Key] extends (name: string) => infer Result
      ? Result
      : Messages[Key];
};

/** What is read from: the lines of a packed language that are left, if it is one, and its tag. */
interface Source {
  readonly lines: string[] | undefined;
  readonly lang: string;
}

/**
 * @param english - the texts that have to be there
 * @param texts - the language; or, as the build packs it, its texts in the order of the English ones,
 *   each on a line of its own, without their names: these are a third of the whole
 * @returns the language
 * @throws Error when a packed text is missing, as in a file of another version
 */
export function createTranslation(english: Messages, texts: Texts | string): Messages {
  const lines = typeof texts === 'string' ? texts.split('\n') : undefined;
  const lang = typeof texts === 'string' ? `${lines?.[0]}` : texts.lang;
  // It has the shape of the English texts, part by part.
  return translate({ lines, lang }, english, texts) as Messages;
}

/** `like` is what English has in a place, `text` what the language has there, unless it is packed. */
function translate(source: Source, like: unknown, text: unknown): unknown {
  const { lines, lang } = source;
  if (typeof like === 'function') {
    const result = translate(source, like('#'), text);
    return (value: unknown) => fill(result, value, lang);
  }
  if (typeof like === 'object') {
    const parts = Object.entries(like ?? {}).map(([key, part]) => [
      key,
      translate(source, part, lines ? undefined : Reflect.get(Object(text), key)),
    ]);
    return Array.isArray(like) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  }
  const own = lines ? lines.shift() : text;
  if (own === undefined) throw new Error('This language is of another version.');
  return own;
}

function fill(text: unknown, value: unknown, lang: string): unknown {
  if (Array.isArray(text)) return text.map((part) => fill(part, value, lang));
  let chosen = text;
  if (typeof value === 'number') {
    const forms = typeof text === 'string' ? unpackForms(text) : Object(text);
    chosen = forms[new Intl.PluralRules(lang).select(value)] ?? forms.other;
  }
  return `${chosen}`.replace('#', () => `${value}`);
}

/** `one=# result|other=# results` */
function unpackForms(text: string): Record<string, string> {
  return Object.fromEntries(text.split('|').map((form) => form.split('=')));
}
