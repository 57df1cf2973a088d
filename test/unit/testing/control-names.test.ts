import { expect, it } from 'vitest';
import { readTexts } from '../../../src/build/read-texts.ts';
import { matchName } from '../../../src/sdk/testing/names.ts';
import { fill } from '../../../src/texts/fill.ts';

const languages = Object.values(readTexts());

it('the driver knows the name of a control in every language, and no part of it', () => {
  const pattern = matchName('oneTimeCode');
  const names = languages.map(({ page }) => page.mfa.code);

  expect(names.filter((name) => pattern.test(name))).toHaveLength(10);
  expect(names.filter((name) => pattern.test(name.slice(1)))).toEqual([]);
});

it('the driver finds the number of the modal in every language', () => {
  const pattern = matchName('shownNumber');
  const headings = languages.map(({ modal }) => fill(modal.number.title, { number: '7316' }));

  expect(headings.filter((text) => pattern.test(text))).toHaveLength(10);
  expect(pattern.test('Your 2024 tax return')).toBe(false);
});
