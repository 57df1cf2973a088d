import { en } from '../sdk/ui/locales/en.ts';
import { createPseudoLanguage } from './pseudo-language.ts';

const modules = import.meta.glob<{ texts: unknown }>(
  ['../sdk/ui/locales/??.ts', '../sdk/ui/locales/??-*.ts', '!**/en.ts'],
  { eager: true },
);

/**
 * The modal's texts, by the name of their file. A single import loads all of them, because each import takes long.
 */
export const sources: Readonly<Record<string, unknown>> = {
  en,
  'en-xa': createPseudoLanguage(en),
  ...Object.fromEntries(
    Object.entries(modules).map(([path, { texts }]) => [path.replace(/^.*\/|\.ts$/g, ''), texts]),
  ),
};
