import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Texts } from '../texts/surfaces.ts';
import { findTextFaults } from './check-texts.ts';

export const textsFolder = fileURLToPath(new URL('../texts/', import.meta.url));

/** @returns the texts by language tag. @throws Error with each fault: a missing, unknown or different text */
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
 * Isolates names, which are mostly written from left to right, in texts from right to left. Otherwise the full stop of
 * "Tally Inc." would be at the wrong end: https://www.w3.org/International/questions/qa-bidi-unicode-controls
 */
function isolateNames(texts: Texts): Texts {
  if (texts.dir === 'ltr') return texts;
  const names = /\{(?:applications?|provider|query)\}/g;
  return JSON.parse(JSON.stringify(texts).replaceAll(names, '\u2068$&\u2069'));
}

function readLanguage(path: string): Texts {
  return JSON.parse(readFileSync(path, 'utf8'));
}
