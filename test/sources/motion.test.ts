import { expect, it } from 'vitest';
import { readSources } from './source-files.ts';

interface Motion {
  readonly property: string;
  readonly value: string;
  /** The selector around the declaration. */
  readonly selector: string;
  /** The conditions around the selector, and those in its rule. */
  readonly conditions: string;
}

function listMotions(css: string): readonly Motion[] {
  const open: string[] = [];
  const found: Motion[] = [];
  for (const [, text = '', end] of css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/([^{};]*)([{};])/g)) {
    const [, property, value = ''] = /^\s*(animation|transition)\s*:([\s\S]*)/.exec(text) ?? [];
    const selector = open.at(-1) ?? '';
    if (property) found.push({ property, value, selector, conditions: open.join() });
    if (end === '{') open.push(text.trim());
    else if (end === '}') open.pop();
  }
  return found;
}

/** @returns the selectors that move even for a person who has asked for less motion */
function listRestless(css: string): readonly string[] {
  const motions = listMotions(css);
  const stopped = motions.filter(
    ({ value, conditions }) => value.trim() === 'none' && conditions.includes('-motion: reduce'),
  );
  return motions
    .filter(({ value, conditions }) => {
      // `base.css` sets `--time` to 0 for these people.
      const isCalm = value.includes('var(--time)') || value.trim() === 'none';
      return !isCalm && !conditions.includes('-motion: no-preference');
    })
    .filter(
      (motion) =>
        !stopped.some(
          ({ selector, property }) => selector === motion.selector && property === motion.property,
        ),
    )
    .map(({ selector }) => selector);
}

it('nothing moves for a person who has asked for less motion', () => {
  const styles = readSources(['src', 'demo'], /\.css$/);
  expect(styles.flatMap(([, css]) => listRestless(css))).toEqual([]);
  const base = styles.find(([name]) => name.endsWith('ui/base.css'))?.[1];
  expect(base).toMatch(/@media \(prefers-reduced-motion\) \{\s+\[data-theme\] \{\s+--time: 0s/);
  expect(listRestless('@media print { .a { animation: b 1s } } .c { transition: d 1s }')).toEqual([
    '.a',
    '.c',
  ]);
});
