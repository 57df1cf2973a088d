/* Some texts are shown to people who decide whether to trust them. Such a text must not contain invisible
   characters or characters that change the reading order: controls, formats, line ends, lone surrogates and private
   characters. Two joiners are allowed, because Persian and emoji need them. */
const deceptive = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const everyDeceptive = new RegExp(deceptive, 'gu');
/**
 * Many marks on one letter would cover the lines around it. No script uses more than four. Joiners between marks do
 * not reset the count.
 */
const piled = /(?:\p{M}[\u200c\u200d]*){5}/u;
/** Matches a visible character. Fillers count as letters, but are blank. */
const visible = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * @param maxLength - in code points
 * @returns whether people can read it as one line of plain text
 */
export function isReadableText(text: string, maxLength: number): boolean {
  if ([...text].length > maxLength) return false;
  return visible.test(text) && !deceptive.test(text) && !piled.test(text);
}

/**
 * @param text - from outside, such as the name of an account at a provider
 * @returns the text with a sign in place of each deceptive character; undefined when nothing is visible
 */
export function toReadableText(text: string): string | undefined {
  return visible.test(text) ? text.trim().replaceAll(everyDeceptive, '\ufffd') : undefined;
}
