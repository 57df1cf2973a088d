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
  return Object.fromEntries(languages);
}

/** Reads a file without a check. {@link readTexts} checks it against English. */
function readLanguage(path: string): Texts {
  return JSON.parse(readFileSync(path, 'utf8'));
}
