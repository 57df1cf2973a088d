import { lengthen } from '../../../build/lengthen.ts';

/** The first character that stands for a name while the text around it is changed. */
const firstPlaceholder = 0xe000;

/**
 * @param value - English texts
 * @returns the same texts, longer and with accents
 */
export function changeTexts(value: unknown): unknown {
  if (typeof value === 'string') return lengthen(value);
  if (typeof value === 'function')
    return (...names: unknown[]) => {
      return changeCall((...hidden) => Reflect.apply(value, null, hidden), names);
    };
  if (Array.isArray(value)) return value.map(changeTexts);
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([key, part]) => [key, changeTexts(part)]),
  );
}

/** Names stay unchanged, so that people can compare them. */
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
