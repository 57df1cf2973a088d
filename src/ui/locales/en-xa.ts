import { en } from './en.ts';
import type { Messages } from './messages.ts';

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Á', C: 'Ç', E: 'É', I: 'Í', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Ü', Y: 'Ý', Z: 'Ž' },
};

/** Stands for a name while the text around it is changed. */
const placeholder = '\uE000';

/** Longer, as translations are, and between brackets, so that a text that was cut shows. */
function lengthen(text: string): string {
  const accented = text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
  return `[${accented}${' ~'.repeat(Math.ceil(text.length / 6))}]`;
}

function change(value: unknown): unknown {
  if (typeof value === 'string') return lengthen(value);
  if (typeof value === 'function') {
    return (argument: unknown) =>
      typeof argument === 'string'
        ? lengthen(value(placeholder)).replace(placeholder, () => argument)
        : lengthen(value(argument));
  }
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, change(part)]));
}

/**
 * The pseudo-language, for eyes and tests: whatever is not in brackets has not been translated. Only
 * who asks for `en-XA` gets it.
 */
export const messages = { ...(change(en) as Messages), lang: 'en-XA', dir: en.dir };
