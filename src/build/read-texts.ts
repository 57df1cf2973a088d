import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Texts } from '../texts/surfaces.ts';
import { findTextFaults } from './check-texts.ts';

/** The languages of this repository. */
export const textsFolder = fileURLToPath(new URL('../texts/', import.meta.url));

/**
 * Reads every language.
 *
 * @param folder - has a file for each language; its path ends in a slash
 * @returns the texts by BCP 47 tag
 * @throws Error with each fault: a text that is missing, that English has not, or that has other placeholders
 */
export function readTexts(folder = textsFolder): Readonly<Record<string, Texts>> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const languages = files.map(
    (name) => [name.replace('.json', ''), readLanguage(folder + name)] as const,
  );
  const english = readLanguage(`${folder}en.json`);
  const faults = languages.flatMap(([tag, texts]) => findTextFaults(english, texts, tag));
  if (faults.length > 0)
    throw new Error(`The texts differ from the English ones.\n${faults.join('\n')}`);
  return Object.fromEntries(languages.map(([tag, texts]) => [tag, isolateNames(texts)]));
}

/**
 * Most names are written from left to right. In a language that is not, the marks at their ends, such as the full stop
 * of "Inc.", would move to their other side.
 *
 * @see https://www.w3.org/International/questions/qa-bidi-unicode-controls
 */
function isolateNames(texts: Texts): Texts {
  if (texts.dir === 'ltr') return texts;
  const names = /\{(?:application|provider|query)\}/g;
  return JSON.parse(JSON.stringify(texts).replaceAll(names, '\u2068$&\u2069'));
}

/** Reads a file without a check. {@link readTexts} checks it against English. */
function readLanguage(path: string): Texts {
  return JSON.parse(readFileSync(path, 'utf8'));
}
