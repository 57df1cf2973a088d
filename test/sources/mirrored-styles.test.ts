import { expect, it } from 'vitest';
import { readSources } from './source-files.ts';

/** Declarations that name a side instead of the start or the end of a line. */
const ofOneSide =
  /(?:^|[\s;])(?:(?:margin|padding|border)-(?:left|right)|left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/;

/** @returns the selectors of rules that name a side, and have no mirror */
function listOneSided(css: string): readonly string[] {
  const rules = [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => [selector.trim(), body] as const,
  );
  const selectors = rules.map(([selector]) => selector);
  return rules
    .filter(([selector, body]) => ofOneSide.test(body) && !selector.startsWith('[dir="rtl"]'))
    .map(([selector]) => selector)
    .filter((selector) => !selectors.includes(`[dir="rtl"] ${selector}`));
}

it('a style that names a side has its mirror for languages from right to left', () => {
  const styles = readSources(['src'], /\.css$/);
  expect(styles.length).toBeGreaterThan(10);
  expect(styles.flatMap(([, css]) => listOneSided(css))).toEqual([]);
  expect(listOneSided('.a { text-align: left } .b { x: y; left: 0 }')).toEqual(['.a', '.b']);
});
