import type { Texts } from '../sdk/ui/locales/create-translation.ts';
import type { Messages } from '../sdk/ui/locales/messages.ts';
import { lengthen } from './lengthen.ts';

/**
 * Creates `en-XA`, for reviewers and tests: a text without brackets has not been translated. Only a host or a
 * browser that requests this tag gets it.
 *
 * @param en - the English texts
 * @returns the texts of the pseudo-language
 */
export function createPseudoLanguage(en: Messages): Texts {
  return {
    ...(change(en) as Texts),
    lang: 'en-XA',
    dir: en.dir,
    results: { one: lengthen('# result'), other: lengthen('# results') },
  };
}

function change(value: unknown): unknown {
  if (typeof value === 'string') return lengthen(value);
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, change(part)]));
}
