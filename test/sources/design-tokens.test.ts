import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync('src/connect/design/tokens.css', 'utf8');
const modal =
  readFileSync('src/sdk/ui/base.css', 'utf8') + readFileSync('src/sdk/ui/modal.css', 'utf8');
const selector = readFileSync('src/sdk/ui/selector.css', 'utf8');

/** The declarations of the first rule with exactly this selector. */
function readRule(css: string, selector: string): ReadonlyMap<string, string> {
  const escaped = selector.replace(/[[\]().*+?]/g, '\\$&');
  const [, body] = new RegExp(`(?:^|\\n)${escaped} \\{([^}]*)\\}`).exec(css) ?? [];
  if (body === undefined) throw new Error(`There is no rule for ${selector}.`);
  return new Map(
    [...body.matchAll(/(?:^|\n)\s*([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** A value without settings of a host: the second part of a `var()`. */
function readDefault(value = ''): string {
  return value.replace(/var\(--[\w-]+, ([^()]+)\)/g, '$1');
}

const light = readRule(modal, '[data-theme]');
const dark = readRule(modal, '[data-theme="dark"]');
const page = readRule(tokens, ':root');

describe('the pages of the service', () => {
  it.each([
    ['--accent', '--accent'],
    ['--surface', '--bg'],
    ['--text', '--fg'],
    ['--muted', '--dim'],
    ['--field-line', '--line'],
    ['--quiet', '--soft'],
  ])('have in %s the %s of the modal, light and dark', (token, property) => {
    const values = [light, dark].map((rule) => readDefault(rule.get(property)));
    expect(values.join('')).toMatch(/^#.+#/);
    expect(page.get(token)).toBe(`light-dark(${values.join(', ')})`);
  });

  it('have its type, radii, target, focus ring and badge', () => {
    expect(page.get('--font')).toBe(readDefault(light.get('font')));
    expect(page.get('--size-small')).toBe(readRule(modal, 'small').get('font-size'));
    expect(page.get('--control')).toBe(readRule(modal, 'button,\nlabel').get('min-block-size'));
    expect(page.get('--badge')).toBe(readRule(modal, 'mark').get('color'));
    expect(page.get('--badge-quiet')).toBe(readRule(modal, 'mark').get('background'));
    expect(modal).toContain(`min(var(--radius, ${page.get('--radius')}), `);
    expect(modal).toContain(`min(var(--radius, ${page.get('--radius-small')}), `);
    expect(modal).toContain(`outline-width: ${page.get('--ring')};`);
    expect(readRule(selector, 'label').get('margin')).toContain(` ${page.get('--inset')} `);
  });

  it('have one list of colours, each for light and dark', () => {
    for (const [name, value] of page) {
      const isColour = /#[\da-f]{3}/.test(value) && !name.startsWith('--badge');
      if (isColour) expect(value, name).toMatch(/^light-dark\(#[\da-f]+, #[\da-f]+\)$/);
    }
    const styles = ['page/styles/layout', 'page/styles/contents', 'dashboard/styles/layout'];
    for (const style of styles) {
      const css = readFileSync(`src/connect/${style}.css`, 'utf8');
      expect(css.match(/(?:color|background|border[\w-]*):[^;]*#[\da-f]{3}/g)).toBeNull();
    }
  });
});
