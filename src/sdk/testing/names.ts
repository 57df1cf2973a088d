import { fill } from '../../texts/fill.ts';
import type { ControlTexts } from '../../texts/surfaces.ts';

/** The names of Connect's buttons, fields and headings in each language, by the path of the language's file. */
const languages = import.meta.glob<ControlTexts>('../../texts/*.json', {
  query: '?controls',
  import: 'texts',
  eager: true,
});

/** @returns a pattern for the control's complete name in any language */
export function matchName(control: keyof ControlTexts): RegExp {
  const names = Object.values(languages).map((texts) =>
    fill(texts[control].replaceAll(/[()]/g, '\\$&'), { number: '[0-9]{4}' }),
  );
  return new RegExp(`^(?:${[...new Set(names)].join('|')})$`);
}
