import { en, type PageText } from './en.ts';

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
  Y: 'Ý',
  Z: 'Ž',
};

/** Stand for names while the text around them is changed. */
const firstPlaceholder = 0xe000;

/** Longer, as translations are, and between brackets, so that a text that was cut shows. */
function lengthen(text: string): string {
  const accented = text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
  return `[${accented}${' ~'.repeat(Math.ceil(text.length / 6))}]`;
}

function change(value: unknown): unknown {
  if (typeof value === 'string') return lengthen(value);
  if (typeof value === 'function')
    return (...names: unknown[]) => {
      return changeCall((...hidden) => Reflect.apply(value, null, hidden), names);
    };
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, change(part)]));
}

/** Names stay as they are, or nobody could compare them. */
function changeCall(say: (...names: unknown[]) => unknown, names: unknown[]): unknown {
  const kept: string[] = [];
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return String.fromCharCode(firstPlaceholder + kept.push(value) - 1);
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, hide(part)]));
  };
  const show = (text: string): string =>
    lengthen(text).replace(
      /[\uE000-\uE0FF]/g,
      (placeholder) => kept[placeholder.charCodeAt(0) - firstPlaceholder] ?? '',
    );
  const said = say(...names.map(hide));
  return Array.isArray(said) ? said.map(show) : show(`${said}`);
}

/** The pseudo-language, for eyes and tests; only who asks for `en-XA` gets it. */
export const text = {
  ...(change(en) as PageText),
  languageTag: 'en-XA',
  direction: en.direction,
};
