/*
 * Texts that people read before they trust someone must not contain invisible characters or characters that change the
 * reading order: controls, formats, line ends, lone surrogates and private characters. Two joiners are allowed, because
 * Persian and emoji need them.
 */
const deceptive = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const everyDeceptive = new RegExp(deceptive, 'gu');
/** Matches five marks on one letter, which would cover other lines. No script uses more than four, joiners aside. */
const piled = /(?:\p{M}[\u200c\u200d]*){5}/u;
/** Matches a visible character: no filler or Braille blank, which count as letters and symbols, but are blank. */
const visible = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** True when people can read the text as one line of plain text. `maxLength` is in code points. */
export function isReadableText(text: string, maxLength: number): boolean {
  if ([...text].length > maxLength) return false;
  return visible.test(text) && !deceptive.test(text) && !piled.test(text);
}

/** Replaces each deceptive character by the sign U+FFFD. Undefined when the text has no visible character. */
export function toReadableText(text: string): string | undefined {
  return visible.test(text) ? text.trim().replaceAll(everyDeceptive, '\ufffd') : undefined;
}
